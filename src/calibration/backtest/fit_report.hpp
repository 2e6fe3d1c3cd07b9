#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "calibration/speed/calibration.hpp"

namespace gpuadvisor {

/// How a sheet and the index agree.
struct SheetReport {
  const SheetFit* sheet;
  double spread = 0;          // of its figures around the index, besides their own scatter, in ln
  std::optional<double> tau;  // of its order and that of the index, where it has at least five GPUs
};

/// In the order of `calibration.sheets`.
[[nodiscard]] std::vector<SheetReport> sheet_reports(const Calibration& calibration);

/// A figure of a GPU in a sheet against the index, in ln.
struct Residual {
  std::string_view gpu;
  const SheetFit* sheet;
  double value = 0;
};

/// The `count` largest, the largest first.
[[nodiscard]] std::vector<Residual> largest_residuals(const Calibration& calibration, std::size_t count);

/// In how many datasets a GPU was measured.
[[nodiscard]] int dataset_count(const Calibration& calibration, std::string_view gpu);

}  // namespace gpuadvisor
