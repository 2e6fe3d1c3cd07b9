#pragma once

#include "gpuadvisor/sizing/memory_job.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"

// What stays on the cards where some layers of a decoder are in the host's memory.

namespace gpuadvisor {

/// The part of the movable layers that the host's memory holds.
[[nodiscard]] inline double share_on_host(const Network& network, const MemoryJob& job) {
  const int movable = movable_layers(network);
  return movable > 0 ? static_cast<double>(job.layers_on_host) / movable : 0;
}

/// The part of keys and values on the cards: they are where the attention of their layer is worked out, and experts
/// have none.
[[nodiscard]] inline double cache_share_on_cards(const Network& network, const MemoryJob& job) {
  return network.experts ? 1 : 1 - share_on_host(network, job);
}

/// The parameters whose weights are on the cards.
[[nodiscard]] inline ParameterSplit parameters_on_cards(const Network& network, const MemoryJob& job) {
  ParameterSplit split = parameter_split(network);
  (network.experts ? split.experts : split.rest) *= 1 - share_on_host(network, job);
  return split;
}

}  // namespace gpuadvisor
