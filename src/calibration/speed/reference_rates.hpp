#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "calibration.hpp"
#include "score_storage.hpp"

namespace gpuadvisor {

/// What the familiar networks of a workload say, each in its unit.
struct FamiliarRates {
  std::vector<ReferenceRate> of_reference;
  std::map<std::string_view, std::vector<ThroughputReading>> readings;  // by gpu
};

/// The rates that an index of 1 stands for: of a network's readings at equal batch over the indices of their GPUs, the
/// median.
[[nodiscard]] FamiliarRates reference_throughputs(const Calibration& calibration, const Workload& workload,
                                                  ScoreStorage& storage);

}  // namespace gpuadvisor
