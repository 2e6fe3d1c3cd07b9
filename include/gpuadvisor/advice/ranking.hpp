#pragma once

#include <vector>

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/advice/request.hpp"

namespace gpuadvisor {

/// An offer with its place in an answer.
struct RankedOffer {
  Offer offer;
  int rank = 0;   // 1, 2, 3, … without gaps
  int group = 0;  // rank of the first offer that ranks equal before ties are broken
};

/// Whether rows with old prices, or none, rank after all others.
enum class OldPrices { last, anywhere };

/// Sorts by a total order that looks at each offer alone, so that no third offer can swap two others:
/// age of the price (if `old_prices` is last; a recalled one counts as unusable), the ranking criterion with unknown
/// ones last, more memory per device, lower price, id, condition.
[[nodiscard]] std::vector<RankedOffer> ranking(const std::vector<Offer>& offers, RankBy rank_by, OldPrices old_prices);

}  // namespace gpuadvisor
