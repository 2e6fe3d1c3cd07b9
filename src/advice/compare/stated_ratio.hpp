#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "comparison.hpp"
#include "gpuadvisor/catalog/guide.hpp"

namespace gpuadvisor {

/// The program's own figure beside a guide's ratio: the same two GPUs, for a workload of the comparison.
struct OwnRatio {
  const Workload* workload = nullptr;
  double ratio = 1;
  std::optional<Basis> basis;  // of the two speeds, the weaker one's; absent: priority scores stand in for them
};

/// A ratio that a guide states of two of the GPUs compared.
struct StatedRatio {
  const GuideRatio* said = nullptr;
  std::size_t gpu = 0;  // by their places in the comparison
  std::size_t over = 0;
  std::vector<OwnRatio> own;  // of speed or value, as the guide's; of the workload that it names, or of all compared
};

/// What guides state of pairs among the GPUs compared, the newest guide first. A priority score is no speed, so it
/// gives no figure beside; nor does a GPU without a price where value is meant.
[[nodiscard]] std::vector<StatedRatio> stated_ratios(const Comparison& comparison, const Catalog& catalog);

}  // namespace gpuadvisor
