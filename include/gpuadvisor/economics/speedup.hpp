#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// Where an expected speed-up is from, best first: measured with as many GPUs, measured with fewer and with more,
/// counted from how work is split, a guide's word, nowhere.
enum class ScalingBasis { measured, interpolated, counted, guide, unknown };

template <>
inline constexpr auto k_enum_names<ScalingBasis> = std::to_array<std::string_view>({"measured", "interpolated",
                                                                                    "counted", "guide", "unknown"});

/// How many times as fast as one GPU several equal ones of one machine train.
struct ExpectedSpeedup {
  int count = 1;  // GPUs
  ScalingBasis basis = ScalingBasis::unknown;
  std::optional<double> factor = std::nullopt;  // absent when unknown
  std::optional<double> low = std::nullopt;     // it lies between them with a probability of 80 %;
  std::optional<double> high = std::nullopt;    // absent when nothing tells
  int measurements = 0;                         // pairs of a single GPU and several that it rests on
  std::optional<double> guide = std::nullopt;   // what a guide says, whatever the basis
  std::vector<std::string_view> sources = {};
};

/// That of GPUs that hold some layers each and take turns: none.
[[nodiscard]] inline ExpectedSpeedup speedup_of_turns(int count) {
  return {count, ScalingBasis::counted, 1, 1, 1, 0, std::nullopt, {}};
}

/// That of GPUs that each serve users of their own: as many times as much as they are.
[[nodiscard]] inline ExpectedSpeedup speedup_of_copies(int count) {
  const double times = count;
  return {count, ScalingBasis::counted, times, times, times, 0, std::nullopt, {}};
}

/// The speed-up of `count` GPUs for a workload of `catalog`: serving is done in copies; else that measured; between
/// measured counts, the efficiency (speed-up / count) on a straight line over log2(count); else a guide's for exactly
/// that count. For the mean of other workloads it is the geometric mean of theirs, and no better known than the least
/// known of them. One GPU has 1. Intervals end at the number of GPUs, unless the speed-up itself is above it. Source:
/// docs/multi-gpu.md#several-gpus. Requires count >= 1.
[[nodiscard]] ExpectedSpeedup expected_speedup(const Workload& workload, int count, const Catalog& catalog);

}  // namespace gpuadvisor
