#pragma once

#include "gpuadvisor/sizing/memory_fit.hpp"

namespace gpuadvisor {

/// The largest batch (tokens) whose need is within `usable`, all else as in the job; 0 when not even one is. Needs grow
/// with both, so it is found by halving.
inline constexpr int k_most_batch = 1'000'000;
inline constexpr int k_most_tokens = 100'000'000;

[[nodiscard]] int largest_batch(const Network& network, const MemoryJob& job, Gigabytes usable,
                                const MemoryConstants& constants = k_memory_constants);

/// Not more than the network was made for, where that is known. Requires a job with tokens.
[[nodiscard]] int largest_context(const Network& network, const MemoryJob& job, Gigabytes usable);

}  // namespace gpuadvisor
