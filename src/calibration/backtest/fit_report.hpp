#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "calibration/speed/calibration.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// How a sheet and the index agree.
struct SheetReport {
  const SheetFit* sheet;
  double spread = 0;          // of its figures around the index, besides their own scatter, in ln
  std::optional<double> tau;  // of its order and that of the index, where it has at least five GPUs
};

/// In the order of `calibration.sheets`.
[[nodiscard]] std::vector<SheetReport> sheet_reports(const Calibration& calibration);

/// Why a figure may be off the index, what explains most first: kernels or systems were timed, not networks; there is
/// one value alone; all of the sheet is spread as far; other datasets say otherwise; none does, only specifications.
enum class ResidualReason : unsigned char { other_work, one_value, spread_sheet, other_datasets, specifications };

template <>
inline constexpr auto k_enum_names<ResidualReason> =
    std::to_array<std::string_view>({"other-work", "one-value", "spread-sheet", "other-datasets", "specifications"});

/// A figure of a GPU in a sheet against the index, in ln.
struct Residual {
  std::string_view gpu;
  const SheetFit* sheet;
  double value = 0;
  ResidualReason reason = ResidualReason::specifications;
};

/// The `count` largest, the largest first.
[[nodiscard]] std::vector<Residual> largest_residuals(const Calibration& calibration, std::size_t count);

/// In how many datasets a GPU was measured.
[[nodiscard]] int dataset_count(const Calibration& calibration, std::string_view gpu);

/// The measurements of a sheet.
[[nodiscard]] int reading_count(const SheetFit& sheet);

/// A measured GPU.
struct ScoredGpu {
  const Score* score = nullptr;
  std::optional<double> estimate;  // the index that its specs alone say
  int datasets = 0;                // that it was measured in
};

/// How the scores of one workload and precision follow from measurements. Points into a calibration and what was
/// fitted.
struct CalibrationReport {
  const Calibration* calibration = nullptr;
  const ScoreModel* model = nullptr;  // null: too few GPUs are measured for one
  std::vector<SheetReport> sheets;
  std::vector<Residual> residuals;  // the largest
  std::vector<ScoredGpu> gpus;      // the fastest first
};

[[nodiscard]] CalibrationReport calibration_report(const Calibration& calibration, const FittedScores& fitted,
                                                   const Catalog& catalog);

}  // namespace gpuadvisor
