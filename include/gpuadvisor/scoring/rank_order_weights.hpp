#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/workload.hpp"

namespace gpuadvisor {

/// A weight per criterion, indexed by it: non-negative, sum 1.
using Weights = std::array<double, k_criteria>;

/// Weights when nothing but the order of `count` criteria is known, most important first: the centroid of all
/// weightings that respect the order.
///
///   w_k = 1/n * sum_{i=k..n} 1/i        (n = 4: 25/48, 13/48, 7/48, 3/48)
///
/// Source: Edwards and Barron 1994, SMARTS and SMARTER; docs/priority.md#weights.
[[nodiscard]] std::vector<double> rank_order_centroid(std::size_t count);

/// Rank-order-centroid weights of an order of priority.
[[nodiscard]] Weights weights_from_order(const PriorityOrder& order);

/// The order of importance of a workload; of the mean of others the one that all of them have, or nothing. Requires a
/// workload of `catalog`.
[[nodiscard]] std::optional<PriorityOrder> order_of(const Workload& workload, const Catalog& catalog);

/// The weights of a workload: those of its order, or the mean of the weights of the workloads that it is the mean
/// of, which makes its weighted product the geometric mean of theirs. Requires a workload of `catalog`.
[[nodiscard]] Weights weights_of(const Workload& workload, const Catalog& catalog);

}  // namespace gpuadvisor
