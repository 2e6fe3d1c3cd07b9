#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

struct PricedSpeed {
  Usd price;
  double speed = 0;
};

/// The Pareto frontier of prices and speeds: those that no other beats by being at least as fast for no more money; of
/// equal ones the first. Their places, the cheapest first, so that each is faster than the one before.
[[nodiscard]] std::vector<std::size_t> price_frontier(std::span<const PricedSpeed> all);

}  // namespace gpuadvisor
