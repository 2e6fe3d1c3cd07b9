#pragma once

#include <array>
#include <string_view>

#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"

namespace gpuadvisor {

/// What is fitted to measurements (docs/memory.md#calibration); the rest of the model is counted. A test fits them
/// again and compares.
struct MemoryConstants {
  double fused_layers = 1;      // activations of layers with fused attention, against the count
  double stored_layers = 1;     // of layers that keep attention scores, against the count
  double convolutions = 1;      // bytes kept per byte of convolution outputs
  double offloaded_layers = 1;  // Unsloth's live layer where inputs of layers go to the host's memory
};

/// Jobs that are judged together: adapters apart from other training, where cards share weights and with Unsloth apart
/// from other adapters.
enum class MemoryGroup : unsigned char { run, train, adapters, sharded_adapters, unsloth_adapters };

template <>
inline constexpr auto k_enum_names<MemoryGroup> =
    std::to_array<std::string_view>({"run", "train", "adapters", "sharded-adapters", "unsloth-adapters"});

[[nodiscard]] MemoryGroup memory_group(const MemoryJob& job);

/// Ends of the 80 % interval of what was measured, as parts of what is predicted with its source left out of the fit.
struct MemorySpread {
  double low = 1;
  double high = 1;
};

inline constexpr MemoryConstants k_memory_constants{1.25, 1.35, 2.81, 2.51};

/// As the backtest finds it (docs/memory.md#backtest).
[[nodiscard]] MemorySpread memory_spread(MemoryGroup group);

}  // namespace gpuadvisor
