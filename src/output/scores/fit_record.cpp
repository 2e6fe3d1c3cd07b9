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
Record<FittedModel> description() {
  return Record<FittedModel>("model", "How specifications predict the index (docs/speed.md#estimates)",
                             Layout::one_line)
      .member("adds_times",
              "Whether 1 / index is the sum of the intercept and of each coefficient over the rate against the "
              "reference card",
              [](const FittedModel& one) { return one.report.model->adds_times; })
      .member("intercept",
              "ln of the index where all criteria are those of the reference card; where times are added, the time "
              "that no rate shortens",
              [](const FittedModel& one) { return one.report.model->intercept; })
      .member("tensor", "Of ln of the ratio of matrix rates", least(0),
              [](const FittedModel& one) { return one.report.model->tensor; })
      .member("bandwidth", "Of ln of the ratio of bandwidths", least(0),
              [](const FittedModel& one) { return one.report.model->bandwidth; })
      .member("compute", "Of the mean ln of the ratios of vector rates", least(0),
              [](const FittedModel& one) { return one.report.model->compute; })
      .member("gpus", "Measured GPUs that it rests on", least(1),
              [](const FittedModel& one) { return one.report.model->gpus; })
      .member("sigma", "Standard deviation of ln index around it", least(0),
              [](const FittedModel& one) { return std::sqrt(one.report.calibration->fit.model.variance); });
}

template <>
Record<BatchEffect> description() {
  return Record<BatchEffect>("batch", "How the speed of a model grows with the batch", Layout::one_line)
      .member<&BatchEffect::network>("network", "As its datasets call it")
      .member<&BatchEffect::half_batch>("half_batch", "Samples at a time that reach half of the speed without limit",
                                        positive());
}

template <>
Record<SheetReport> description() {
  return Record<SheetReport>("sheet", "A part of a dataset whose figures are comparable", Layout::one_line)
      .member("sheet", "Dataset, and which of its GPUs", [](const SheetReport& one) { return sheet_name(*one.sheet); })
      .member<&SheetReport::sheet, &SheetFit::kind_of_work>("work", "What was timed")
      .member("gpus", "How many it measures", least(1),
              [](const SheetReport& one) { return one.sheet->effects.size(); })
      .member("values", "Measurements", least(1), [](const SheetReport& one) { return reading_count(*one.sheet); })
      .member<&SheetReport::spread>("spread", "How far it is off the index, as ln, besides its own scatter", least(0))
      .member<&SheetReport::tau>("tau", "Kendall's, of its order and that of the index", least(-1), most(1));
}

template <>
Record<Residual> description() {
  return Record<Residual>("residual", "A GPU that a sheet puts elsewhere than the index does", Layout::one_line)
      .member<&Residual::gpu>("gpu", "Of the GPU", id())
      .member("sheet", "Which one", [](const Residual& one) { return sheet_name(*one.sheet); })
      .member<&Residual::value>("ln_residual", "ln of sheet / index")
      .member<&Residual::reason>(
          "reason",
          "What may explain it: kernels or systems were timed; one value alone; the sheet is spread as far; "
          "other datasets, or specifications alone, say otherwise");
}

template <>
Record<ScoredGpu> description() {
  return Record<ScoredGpu>("gpu", "A measured GPU", Layout::one_line)
      .member<&ScoredGpu::score, &Score::gpu>("id", "Of the GPU", id())
      .member<&ScoredGpu::score, &Score::index>("index", "Multiple of the speed of the reference card", positive())
      .member<&ScoredGpu::score, &Score::low>("low", "Lower end of the 80 % interval", positive())
      .member<&ScoredGpu::score, &Score::high>("high", "Upper end of the 80 % interval", positive())
      .member<&ScoredGpu::estimate>("estimate", "What the specifications alone say", positive())
      .member<&ScoredGpu::datasets>("datasets", "Datasets that measured it", least(1))
      .member<&ScoredGpu::score, &Score::measurements>("values", "Measurements", least(1));
}

template <>
Record<CalibrationReport> description() {
  return Record<CalibrationReport>("calibration", "The fit for one workload and precision")
      .member<&CalibrationReport::calibration, &Calibration::workload>("workload", "What is trained", id())
      .member<&CalibrationReport::calibration, &Calibration::precision>("precision",
                                                                        "The arithmetic that a speed is for")
      .member<&CalibrationReport::calibration, &Calibration::fit, &ScoreFit::iterations>(
          "iterations", "Until the fit settled", least(1))
      .member("model", "Absent where too few GPUs are measured for one", omitted_when_empty(),
              [](const CalibrationReport& one) { return model_of(one); })
      .member<&CalibrationReport::calibration, &Calibration::panel, &Panel::batches>(
          "batches", "Of models that were timed at several batches: taken out of all that follows")
      .member<&CalibrationReport::sheets>("sheets", "Measurements that are comparable")
      .member<&CalibrationReport::residuals>("residuals", "The largest")
      .member<&CalibrationReport::calibration, &Calibration::unconnected>(
          "unconnected", "Measured GPUs that no chain of shared GPUs links to the reference card", ids())
      .member<&CalibrationReport::gpus>("gpus", "The measured ones, the fastest first");
}

namespace {

/// The models of workloads whose estimates are times of tokens.
std::vector<ScoreModel> token_models(const FitReport& report) {
  std::vector<ScoreModel> found;
  for (const ScoreModel& model : report.fitted.models) {
    if (is_of_tokens(model.workload)) found.push_back(model);
  }
  return found;
}

}  // namespace

template <>
Record<ScoreModel> description() {
  return Record<ScoreModel>("token_model", "How long GPUs of a kind take for a token of the standard model",
                            Layout::one_line)
      .member<&ScoreModel::workload>("workload", "Written, or of a prompt", id())
      .member<&ScoreModel::vendor>("vendor", "Of the GPUs", id())
      .member<&ScoreModel::architecture>("architecture", "Of the GPUs; null: those of all others of the vendor",
                                         or_null())
      .member<&ScoreModel::memory>("memory", "HBM; null: without", or_null())
      .member<&ScoreModel::gpus>("gpus", "Measured ones", least(1))
      .member<&ScoreModel::intercept>("overhead", "Part of the time that the reference card takes", least(0))
      .member<&ScoreModel::bandwidth>("bandwidth", "The same, over the bandwidth against the reference's", least(0))
      .member<&ScoreModel::compute>("compute", "The same, over the FP32 rate against the reference's", least(0));
}

template <>
Record<FitReport> description() {
  return answer_record<FitReport>("scores-fit", "scores fit", "How scores follow from measurements")
      .member<&FitReport::calibrations>("results", "By workload and precision")
      .member("tokens", "Times of tokens, by workload and kind of GPU",
              [](const FitReport& report) { return token_models(report); });
}

}  // namespace gpuadvisor
