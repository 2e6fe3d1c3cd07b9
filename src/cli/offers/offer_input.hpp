#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "advice/offers/offer_ranking.hpp"

namespace gpuadvisor::cli {

/// What to do about a row that is not what its format says.
enum class OnError : unsigned char { stop, skip };

/// How lists of prices are read.
struct OfferReading {
  OnError on_error = OnError::stop;
  std::string provider;  // of rows that name none; empty: the name of the file
  unsigned threads = 1;
  std::function<void(std::uint64_t bytes)> tell{};  // how far it is; called by one thread at a time
};

/// Reads a list of prices, whatever its format: lines of JSON by all threads, tables and documents by one. Memory does
/// not grow with the list. `path` may be "-" for standard input. Adds a remark on rows that were skipped.
/// Throws Error where it cannot be read, and DataError for the first malformed row where that is to stop, and where
/// what follows cannot be read.
[[nodiscard]] OfferTally read_offers(const std::string& path, const OfferRanker& ranker, const OfferReading& reading,
                                     std::vector<std::string>& remarks);

}  // namespace gpuadvisor::cli

namespace gpuadvisor {

template <>
inline constexpr auto k_enum_names<cli::OnError> = std::to_array<std::string_view>({"stop", "skip"});

}  // namespace gpuadvisor
