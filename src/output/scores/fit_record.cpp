#include <cmath>

#include "output/phrases/shared_records.hpp"
#include "score_reports.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// The model of a report. Requires one.
struct FittedModel {
  const CalibrationReport& report;
};

std::optional<FittedModel> model_of(const CalibrationReport& report) {
  return report.model == nullptr ? std::nullopt : std::optional<FittedModel>(FittedModel{report});
}

}  // namespace

template <>
const Record<FittedModel>& record() {
  static const auto k_record =
      Record<FittedModel>("model", "How specifications predict the index (docs/speed.md#estimates)", Layout::one_line)
          .member("adds_times",
                  "Whether 1 / index is the sum of the intercept and of each coefficient over the rate against the "
                  "reference card",
                  [](const FittedModel& one) { return one.report.model->adds_times; })
          .member("intercept",
                  "ln of the index where all criteria are those of the reference card; where times are added, the time "
                  "that no rate shortens",
                  [](const FittedModel& one) { return one.report.model->intercept; })
          .member("tensor", "Of ln of the ratio of matrix rates",
                  [](const FittedModel& one) { return one.report.model->tensor; })
          .least(0)
          .member("bandwidth", "Of ln of the ratio of bandwidths",
                  [](const FittedModel& one) { return one.report.model->bandwidth; })
          .least(0)
          .member("compute", "Of the mean ln of the ratios of vector rates",
                  [](const FittedModel& one) { return one.report.model->compute; })
          .least(0)
          .member("memory", "GB: its quotient by the memory per device is subtracted",
                  [](const FittedModel& one) { return one.report.model->memory; })
          .least(0)
          .member("gpus", "Measured GPUs that it rests on",
                  [](const FittedModel& one) { return one.report.model->gpus; })
          .least(1)
          .member("sigma", "Standard deviation of ln index around it",
                  [](const FittedModel& one) { return std::sqrt(one.report.calibration->fit.model.variance); })
          .least(0);
  return k_record;
}

template <>
const Record<SheetReport>& record() {
  static const auto k_record =
      Record<SheetReport>("sheet", "A part of a dataset whose figures are comparable", Layout::one_line)
          .member("sheet", "Dataset, and which of its GPUs",
                  [](const SheetReport& one) { return sheet_name(*one.sheet); })
          .member("work", "What was timed", [](const SheetReport& one) { return one.sheet->kind_of_work; })
          .member("gpus", "How many it measures", [](const SheetReport& one) { return one.sheet->effects.size(); })
          .least(1)
          .member("values", "Measurements", [](const SheetReport& one) { return reading_count(*one.sheet); })
          .least(1)
          .member<&SheetReport::spread>("spread", "How far it is off the index, as ln, besides its own scatter")
          .least(0)
          .member<&SheetReport::tau>("tau", "Kendall's, of its order and that of the index")
          .least(-1)
          .most(1);
  return k_record;
}

template <>
const Record<Residual>& record() {
  static const auto k_record =
      Record<Residual>("residual", "A GPU that a sheet puts elsewhere than the index does", Layout::one_line)
          .member<&Residual::gpu>("gpu", "Of the GPU")
          .id()
          .member("sheet", "Which one", [](const Residual& one) { return sheet_name(*one.sheet); })
          .member<&Residual::value>("ln_residual", "ln of sheet / index");
  return k_record;
}

template <>
const Record<ScoredGpu>& record() {
  static const auto k_record =
      Record<ScoredGpu>("gpu", "A measured GPU", Layout::one_line)
          .member("id", "Of the GPU", [](const ScoredGpu& one) { return one.score->gpu; })
          .id()
          .member("index", "Multiple of the speed of the reference card",
                  [](const ScoredGpu& one) { return one.score->index; })
          .positive()
          .member("low", "Lower end of the 80 % interval", [](const ScoredGpu& one) { return one.score->low; })
          .positive()
          .member("high", "Upper end of the 80 % interval", [](const ScoredGpu& one) { return one.score->high; })
          .positive()
          .member<&ScoredGpu::estimate>("estimate", "What the specifications alone say")
          .positive()
          .member<&ScoredGpu::datasets>("datasets", "Datasets that measured it")
          .least(1)
          .member("values", "Measurements", [](const ScoredGpu& one) { return one.score->measurements; })
          .least(1);
  return k_record;
}

template <>
const Record<CalibrationReport>& record() {
  static const auto k_record =
      Record<CalibrationReport>("calibration", "The fit for one workload and precision")
          .member("workload", "What is trained", [](const CalibrationReport& one) { return one.calibration->workload; })
          .id()
          .member("precision", "The arithmetic that a speed is for",
                  [](const CalibrationReport& one) { return one.calibration->precision; })
          .member("iterations", "Until the fit settled",
                  [](const CalibrationReport& one) { return one.calibration->fit.iterations; })
          .least(1)
          .member("model", "Absent where too few GPUs are measured for one",
                  [](const CalibrationReport& one) { return model_of(one); })
          .omitted_when_empty()
          .member<&CalibrationReport::sheets>("sheets", "Measurements that are comparable")
          .member<&CalibrationReport::residuals>("residuals", "The largest")
          .member(
              "unconnected", "Measured GPUs that no chain of shared GPUs links to the reference card",
              [](const CalibrationReport& one) -> const auto& { return one.calibration->unconnected; })
          .ids()
          .member<&CalibrationReport::gpus>("gpus", "The measured ones, the fastest first");
  return k_record;
}

template <>
const Record<FitReport>& record() {
  static const auto k_record =
      answer_record<FitReport>("scores-fit", "scores fit", "How scores follow from measurements")
          .member("results", "By workload and precision", [](const FitReport& report) { return report.calibrations; });
  return k_record;
}

std::string fit_report_json(const FitReport& report) { return json_text(value_of(report)); }

}  // namespace gpuadvisor
