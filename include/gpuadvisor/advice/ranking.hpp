#pragma once

#include <array>
#include <vector>

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/advice/request.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// An offer with its place in an answer.
struct RankedOffer {
  Offer offer;
  int rank = 0;   // 1, 2, 3, … without gaps
  int group = 0;  // rank of the first offer that ranks equal before ties are broken
};

/// How current the price of an offer is: 0 current or rented, 1 old, 2 unusable or only recalled, 3
/// none. Lower ranks first.
[[nodiscard]] int price_tier(const Offer& offer);

/// Whether it was seen to be offered lately, as many as it has, or is for rent.
[[nodiscard]] bool is_offered(const Offer& offer);

/// The first of the rows that is; null where none is.
[[nodiscard]] const RankedOffer* first_on_offer(const std::vector<RankedOffer>& rows);

/// How much dearer than it is an offer counts where the price decides between equals: a used one by what a warranty is
/// worth, several cards in a desktop by what each further one must save (docs/ranking.md#ranking).
[[nodiscard]] double tie_price_factor(const Offer& offer);

/// The step of 10 % that a score falls in: 0 from 1.00 up to 1.10, 1 up to 1.21, -1 below 1.00. Scores of one step are
/// too close to call; that differences of 10 % are is what repeated measurements of one card say.
[[nodiscard]] int performance_step(double score);

/// The least score of a step: 1.1^step.
[[nodiscard]] double least_of_step(int step);

/// Sorts by a total order that looks at each offer alone, so that no third offer can swap two others:
/// age of the price (a recalled one counts as unusable), the ranking criterion with unknown ones last (performance in
/// steps, less a little for each further card in a desktop), what somebody asks now before what is carried forward,
/// more memory per device unless a job says how much is needed, lower price of the purchase, with what further cards
/// take, times tie_price_factor(), fewer GPUs, id, condition.
[[nodiscard]] std::vector<RankedOffer> ranking(const std::vector<Offer>& offers, RankBy rank_by);

/// What decides between two offers, in the order that the ranking looks at it.
enum class Decider { price_age, figure, seen, memory, price, count, name };

template <>
inline constexpr auto k_enum_names<Decider> = std::to_array<std::string_view>({"price-age", "figure", "seen", "memory",
                                                                               "price", "count", "name"});

/// The first in which two offers differ; `figure` is that of the ranking criterion, `seen` whether its price is asked
/// now, `name` the id or the condition.
[[nodiscard]] Decider decider(const Offer& a, const Offer& b, RankBy rank_by);

/// Whether `a` comes before `b` in that order.
[[nodiscard]] bool ranks_before(const Offer& a, const Offer& b, RankBy rank_by);

}  // namespace gpuadvisor
