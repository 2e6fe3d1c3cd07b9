#pragma once

#include <string_view>
#include <vector>

#include "gpuadvisor/calibration/sheets.hpp"

namespace gpuadvisor {

/// How fast a GPU is within one sheet.
struct GpuEffect {
  std::string_view gpu;
  double effect = 0;    // ln speed against the mean GPU of the sheet
  double variance = 0;  // of `effect`, by the scatter of the sheet's readings
  int readings = 0;
};

/// A sheet reduced to one figure per GPU.
struct SheetFit {
  std::string_view dataset;
  MatrixUnits matrix_units = MatrixUnits::any;
  KindOfWork kind_of_work = KindOfWork::networks;
  std::vector<GpuEffect> effects;  // by gpu
};

/// Fits ln speed = effect of the GPU + effect of the benchmark + residual, with Student t residuals: a benchmark that
/// one GPU runs oddly must not move the others (Lange, Little and Taylor 1989). Requires a comparable part.
[[nodiscard]] SheetFit two_way_fit(const MeasurementSheet& sheet);

}  // namespace gpuadvisor
