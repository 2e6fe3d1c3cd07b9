#pragma once

#include <array>
#include <vector>

#include "gpuadvisor/advice/constraints.hpp"
#include "gpuadvisor/advice/ranking.hpp"

namespace gpuadvisor {

/// How many GPUs have no row in an answer, and the constraints that none of their offers passes; a GPU counts for each
/// of those, or, when each of its offers fails another one, for all of these.
struct Excluded {
  int total = 0;
  std::array<int, k_constraints.size()> by_constraint{};  // in the order of k_constraints
};

/// The ranked answer to a request.
struct Answer {
  std::vector<RankedOffer> rows;  // all that qualify
  Excluded excluded;
};

/// Ranks what to buy: a row per GPU and condition; old prices, and GPUs without a price, after all others.
/// Requires a catalog with a reference card. Points into `catalog`.
[[nodiscard]] Answer recommend(const Catalog& catalog, const Request& request);

/// The catalog, filtered and sorted: a row per GPU with its lowest price, current ones before old ones.
[[nodiscard]] Answer list(const Catalog& catalog, const Request& request);

}  // namespace gpuadvisor
