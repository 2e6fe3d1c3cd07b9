#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "advice/offers/offer_ranking.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// The best of many offers, for `offers rank`. Views what it is made from.
struct OffersView {
  CatalogStamp catalog;
  const OffersAnswer& answer;
};

/// For `room` characters per row.
[[nodiscard]] Document document_of(const OffersView& view, std::size_t room);
/// What was read, and what became of it, in a line.
[[nodiscard]] std::string offers_counts_text(const OffersAnswer& answer);
/// Why there is no offer, in a line.
[[nodiscard]] std::string offers_none_text(const OffersAnswer& answer);

/// An offer and the answer that it is of.
struct RankedMachine {
  const OffersAnswer* answer = nullptr;
  const OfferRow* row = nullptr;
};

/// How many rows have a name that no GPU of the catalog has.
struct UnknownName {
  std::string_view name;
  std::uint64_t rows = 0;
};

template <>
Record<RankedMachine> description();
template <>
Record<UnknownName> description();
template <>
Record<OffersView> description();

}  // namespace gpuadvisor
