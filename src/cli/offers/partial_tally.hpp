#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "advice/offers/offer_ranking.hpp"
#include "cli/session.hpp"
#include "formats/json.hpp"

namespace gpuadvisor::cli {

/// Reads what `offers rank --partial` printed of the parts of a list.
class PartialTallies {
 public:
  /// `session` must outlive this.
  explicit PartialTallies(Session& session) : m_session(session) {}

  /// A file with a part on each line; "-" for standard input. Throws Error and DataError where it cannot be read, or
  /// was made for another question or from another catalog than the parts before.
  void read(const std::string& path);

  /// Of the question that they were made for. Requires a part.
  [[nodiscard]] OfferRanker ranker() const;
  /// All of them together.
  [[nodiscard]] OfferTally tally(const OfferRanker& ranker) const;

 private:
  struct Part {
    std::string file;
    int line;
    Json json;
  };

  void add(Part part);

  Session& m_session;
  std::vector<Part> m_parts;
  std::set<std::uint64_t> m_seen;  // hashes of them
};

}  // namespace gpuadvisor::cli
