#pragma once

#include <vector>

#include "calibration/memory/memory_measurement.hpp"

namespace gpuadvisor {

/// How the model does at making pictures, or at training adapters beside a denoiser.
struct PictureResult {
  MemoryTask task = MemoryTask::run;  // lora: with weights in any format
  int values = 0;
  int networks = 0;
  int sources = 0;
  double median_error = 0;  // of |predicted / measured - 1|
  double p90_error = 0;
  int inside = 0;              // values within the need's interval
  int failing = 0;             // jobs that did not fit
  int failing_called_fit = 0;  // of these, answered "fits"
};

/// Without the source that two constants are from (docs/memory.md#images-and-video).
[[nodiscard]] std::vector<PictureResult> picture_results(const MemoryMeasurements& measurements);

}  // namespace gpuadvisor
