#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/network.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/core/quantity.hpp"
#include "gpuadvisor/sizing/memory_calibration.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"

namespace gpuadvisor {

/// What memory is needed for, in the order of printing.
enum class NeedPart : unsigned char {
  weights,
  master_weights,
  gradients,
  optimizer_states,
  adapters,
  kv_cache,
  states,
  activations,
  logits,
  work_space,
  step_temporaries,
  context,
};

template <>
inline constexpr auto k_enum_names<NeedPart> = std::to_array<std::string_view>(
    {"weights", "master-weights", "gradients", "optimizer-states", "adapters", "kv-cache", "states", "activations",
     "logits", "work-space", "step-temporaries", "context"});

/// One part of a need, with its sum to check by hand where texts were asked for.
struct NeedTerm {
  NeedPart part = NeedPart::weights;
  Gigabytes memory;
  std::string formula;      // "2 * layers * kv_heads * head_dim * tokens * batch * 2 B"
  std::string calculation;  // "2 * 32 * 8 * 128 * 4096 * 1 * 2 B"
};

/// The memory that a job needs on each card (on the fullest, where the cards differ).
struct MemoryNeed {
  std::vector<NeedTerm> terms;  // those that are not 0, in the order of NeedPart
  Gigabytes total;              // where something is missing: at least this
  Gigabytes low;                // of an 80 % interval: what the backtest's errors leave open
  Gigabytes high;               // and, where the engine is not stated, what the hungriest of its time takes
  std::string missing;          // what the rest would take to be known, for a sentence; empty: the need is all told

  [[nodiscard]] bool is_complete() const { return missing.empty(); }

  /// The term of a part; 0 GB where it has none.
  [[nodiscard]] Gigabytes memory_of(NeedPart part) const;
};

/// What of a network must be known for a job and is not, for a sentence: "the activations of one sample", the first of
/// several; empty when nothing is missing.
[[nodiscard]] std::string_view missing_shape(const Network& network, const MemoryJob& job);

/// Whether terms tell how they are worked out: that takes several times as long, and answers try thousands of needs.
enum class NeedTexts : bool { left_out, made };

/// Where something is missing, what can be told without it. Source: docs/memory.md. Requires positive counts.
[[nodiscard]] MemoryNeed memory_need(const Network& network, const MemoryJob& job,
                                     const MemoryConstants& constants = k_memory_constants,
                                     NeedTexts texts = NeedTexts::left_out);

/// What a job keeps in the host's memory of weights, and with whole layers of keys and values, for all cards together.
/// 0 where it keeps none there.
[[nodiscard]] Gigabytes host_need(const Network& network, const MemoryJob& job);

}  // namespace gpuadvisor
