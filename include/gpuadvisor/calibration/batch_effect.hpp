#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "gpuadvisor/calibration/sheets.hpp"
#include "gpuadvisor/calibration/spec_table.hpp"

namespace gpuadvisor {

/// How the speed of a network grows with the batch: a step takes a time of its own (the optimizer, launches) and one
/// for each sample,
///
///   samples per second = limit * batch / (batch + half_batch)
///
/// so that a card with memory for a larger batch is faster without being the faster card.
struct BatchEffect {
  std::string_view network;
  double half_batch = 0;  // samples; > 0
};

/// The effects on networks that were timed at several batches, by network, without what was measured of the GPUs in
/// `left_out`. The specs of the GPUs tell batch and speed apart:
///
///   ln speed = specs * coefficients + deviation of the GPU + level of the benchmark - ln(1 + half_batch / batch)
///
/// with Student t errors (Gauss and Newton). Source: docs/speed.md#equal-batch.
[[nodiscard]] std::vector<BatchEffect> batch_effects(const std::vector<MeasurementSheet>& sheets,
                                                     const SpecTable& specs,
                                                     const std::set<std::string_view>& left_out = {});

/// The sheet without readings whose batch is not known in benchmarks in which others have one.
[[nodiscard]] MeasurementSheet with_known_batches(MeasurementSheet sheet);

/// The sheet as it would be had every GPU run a batch without limit.
[[nodiscard]] MeasurementSheet at_equal_batch(MeasurementSheet sheet, const std::vector<BatchEffect>& effects);

}  // namespace gpuadvisor
