#pragma once

#include <array>

#include "gpuadvisor/sizing/memory_job.hpp"

namespace gpuadvisor {

/// What is fitted to measurements (docs/memory.md#calibration); the rest of the model is counted. A test fits them
/// again and compares.
struct MemoryConstants {
  double fused_layers = 1;   // activations of layers with fused attention, against the count
  double stored_layers = 1;  // of layers that keep attention scores, against the count
  double convolutions = 1;   // bytes kept per byte of convolution outputs
};

/// Ends of the 80 % interval of what was measured, as parts of what networks left out of the fit predict.
struct MemorySpread {
  double low = 1;
  double high = 1;
};

inline constexpr MemoryConstants k_memory_constants{1.26, 1.36, 2.89};

/// By task, as the backtest finds it (docs/memory.md#backtest); of running, 4 % both ways, its 90th percentile.
[[nodiscard]] MemorySpread memory_spread(MemoryTask task);

}  // namespace gpuadvisor
