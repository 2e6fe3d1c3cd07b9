#pragma once

#include <functional>
#include <optional>
#include <span>

#include "gpuadvisor/sizing/memory_fit.hpp"

namespace gpuadvisor {

/// The largest batch (tokens) whose need is within `usable`, all else as in the job; 0 when not even one is. Needs grow
/// with both, so it is found by halving.
inline constexpr int k_most_batch = 1'000'000;
inline constexpr int k_most_tokens = 100'000'000;

[[nodiscard]] int largest_batch(const Network& network, const MemoryJob& job, Gigabytes usable,
                                const MemoryConstants& constants = k_memory_constants);

/// A job as it is done on a card, what it takes there, and whether that fits.
struct FittedJob {
  MemoryJob job;
  MemoryNeed need;
  FitVerdict verdict = FitVerdict::does_not_fit;
};

/// A job that does not fit, with what makes it fit in the host's memory: idle parts of a network that makes images,
/// a decoder that works in tiles, and as few blocks as it takes, the host's memory being large enough where `job.host`
/// does not say how large it is; of a decoder of language as few layers as it takes, where `job.host` says that there
/// is room for them. Nothing where that is not enough, and where the GPU's memory is all that the machine has.
[[nodiscard]] std::optional<FittedJob> in_host_memory(const Network& network, const MemoryJob& job,
                                                      const UsableMemory& memory);

/// The same where the host's memory may be bought: of the first of `hosts` that can have enough, as much as it takes.
[[nodiscard]] std::optional<FittedJob> in_bought_memory(const Network& network, const MemoryJob& job,
                                                        const UsableMemory& memory, std::span<const HostMemory> hosts);

/// Not more than the network was made for, where that is known. Requires a job with tokens.
[[nodiscard]] int largest_context(const Network& network, const MemoryJob& job, Gigabytes usable);
/// The same where `fits` tells whether a job with so many tokens does.
[[nodiscard]] int largest_context(const Network& network, const MemoryJob& job,
                                  const std::function<bool(const MemoryJob&)>& fits);

}  // namespace gpuadvisor
