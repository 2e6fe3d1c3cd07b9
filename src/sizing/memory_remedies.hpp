#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/sizing/memory_fit.hpp"

namespace gpuadvisor {

/// What can be changed to need less, in the order of what it costs: first what changes no result, then what changes
/// it a little or takes time, then what needs more cards.
enum class Remedy : unsigned char {
  smaller_batch,
  checkpointing,
  loss_in_chunks,
  smaller_kv_cache,
  optimizer_8bit,
  lower_quantisation,
  host_memory,
  shorter_context,
  lora,
  qlora,
  offload,
  more_cards,
};

template <>
inline constexpr auto k_enum_names<Remedy> = std::to_array<std::string_view>(
    {"smaller-batch", "checkpointing", "loss-in-chunks", "smaller-kv-cache", "optimizer-8bit", "lower-quantisation",
     "host-memory", "shorter-context", "lora", "qlora", "offload", "more-cards"});

/// Below so many bits networks lose much, so that no smaller format is proposed; a choice of ours.
inline constexpr double k_least_bits = 3;

/// A change and what the job needs with it, worked out by the same model.
struct RemedyOutcome {
  Remedy remedy = Remedy::smaller_batch;
  std::string change;  // "batch 8 -> 2 and accumulate gradients over 4 steps"
  MemoryJob job;
  MemoryNeed need;
  FitVerdict verdict = FitVerdict::does_not_fit;
};

/// Formats with fewer bits in which such a network is given out, the most bits first; none below k_least_bits.
[[nodiscard]] std::vector<const WeightFormat*> smaller_formats(const Network& network, const MemoryJob& job);

/// The job with other weights, by the engine that runs them.
[[nodiscard]] MemoryJob with_weights(const Network& network, MemoryJob job, const WeightFormat& format);

/// The single changes after which the need is within the usable memory, the cheapest first; where there is none, all
/// changes that save anything, taken one after the other until it is (each outcome includes those before it), and if
/// that is not enough either, those. Empty when the need is within it already. The host's memory holds nothing where
/// the GPU shares it; it is that of one of `hosts`.
[[nodiscard]] std::vector<RemedyOutcome> remedies(const Network& network, const MemoryJob& job,
                                                  const UsableMemory& memory, std::span<const HostMemory> hosts);

}  // namespace gpuadvisor
