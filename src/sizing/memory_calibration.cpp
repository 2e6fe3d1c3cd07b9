#include "gpuadvisor/sizing/memory_calibration.hpp"

namespace gpuadvisor {

MemorySpread memory_spread(MemoryTask task) {
  constexpr auto k_spreads = std::to_array<MemorySpread>({{0.96, 1.04}, {0.81, 1.46}, {0.91, 1.07}, {0.91, 1.07}});
  return k_spreads[static_cast<std::size_t>(task)];
}

}  // namespace gpuadvisor
