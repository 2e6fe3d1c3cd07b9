#pragma once

#include <array>
#include <optional>
#include <vector>

#include "gpuadvisor/advice/constraints.hpp"
#include "gpuadvisor/advice/near_misses.hpp"
#include "gpuadvisor/advice/ranking.hpp"

namespace gpuadvisor {

/// How many GPUs have no row in an answer, and the constraints that none of their offers passes; a GPU counts for each
/// of those, or, when each of its offers fails another one, for all of these.
struct Excluded {
  int total = 0;
  std::array<int, Failures().size()> by_constraint{};  // in the order of constraints()
};

/// The GPUs that a default constraint keeps out of an answer: lifting it alone would bring in exactly these.
struct Hidden {
  Failures constraints;  // the one; of GPUs that no single one keeps out, those that the best fails
  int gpus = 0;
  Offer best;  // the one that would rank first
};

/// The ranked answer to a request.
struct Answer {
  Request request;                // in force, defaults included
  std::vector<RankedOffer> rows;  // all that qualify
  Excluded excluded;
  std::vector<Hidden> hidden;              // by the default constraints that hide something
  Hidden hidden_by_several;                // GPUs that only default constraints keep out, but no single one
  std::vector<NearMiss> near_misses;       // over the budget, but before the first row; more when the answer is short
  std::vector<Change> changes;             // of defaults of the job, without which nothing qualifies
  std::optional<Offer> first_by_priority;  // what the guides' priorities alone would put first, when it is
                                           // another GPU than the first row, visibly
};

/// Ranks what to buy: a row per GPU and condition, of as many of it as rank best among those asked for; old prices, and
/// GPUs without a price, after all others. Has the constraints of with_defaults(). Where nothing qualifies, defaults of
/// a job are changed in turn, the first change that is enough: memory of the host that is bought, fewer bits, keys and
/// values in 8 bits, half of the context. Requires a catalog with a reference card. Points into `catalog`.
[[nodiscard]] Answer recommend(const Catalog& catalog, const Request& asked);

/// The catalog, filtered by nothing but what is asked for, and sorted: a row per GPU with its lowest price, current
/// ones before old ones.
[[nodiscard]] Answer list(const Catalog& catalog, const Request& asked);

}  // namespace gpuadvisor
