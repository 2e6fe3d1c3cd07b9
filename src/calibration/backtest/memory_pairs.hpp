#pragma once

#include <string_view>
#include <vector>

#include "calibration/speed/calibration.hpp"
#include "gpuadvisor/scoring/performance.hpp"

namespace gpuadvisor {

/// Two GPUs that are alike but for memory: at equal batch as fast as their other figures tell.
struct MemoryPair {
  const Gpu* larger = nullptr;  // of more memory
  const Gpu* smaller = nullptr;
  std::string_view workload;
  double ratio = 0;                // of their indices
  Basis basis = Basis::estimated;  // measured where both are
};

/// Pairs of one vendor, architecture and form whose vector units and memory bandwidth are the same but for a quarter,
/// where at least one of the two is measured. By larger, smaller.
[[nodiscard]] std::vector<MemoryPair> memory_pairs(const Calibration& calibration, const Catalog& catalog,
                                                   const SpecTable& specs);

}  // namespace gpuadvisor
