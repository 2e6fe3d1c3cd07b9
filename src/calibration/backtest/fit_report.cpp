#include "fit_report.hpp"

#include <algorithm>
#include <cmath>

#include "calibration/speed/order_statistics.hpp"

namespace gpuadvisor {
namespace {

ResidualReason reason_of(const Calibration& calibration, std::size_t sheet, const GpuEffect& effect, double value) {
  constexpr double k_usual = 1.2816;  // standard deviations that hold four in five
  if (calibration.sheets[sheet].kind_of_work != KindOfWork::networks) return ResidualReason::other_work;
  if (effect.readings == 1) return ResidualReason::one_value;
  if (std::abs(value) <= k_usual * std::sqrt(calibration.fit.sheet_variances[sheet]))
    return ResidualReason::spread_sheet;
  return dataset_count(calibration, effect.gpu) > 1 ? ResidualReason::other_datasets : ResidualReason::specifications;
}

}  // namespace

std::vector<SheetReport> sheet_reports(const Calibration& calibration) {
  constexpr std::size_t k_fewest_to_order = 5;
  std::vector<SheetReport> reports;
  for (std::size_t i = 0; i < calibration.sheets.size(); ++i) {
    const SheetFit& sheet = calibration.sheets[i];
    SheetReport report{&sheet, std::sqrt(calibration.fit.sheet_variances[i]), std::nullopt};
    if (sheet.effects.size() >= k_fewest_to_order) {
      std::vector<double> here;
      std::vector<double> index;
      for (const GpuEffect& effect : sheet.effects) {
        here.push_back(effect.effect);
        index.push_back(calibration.fit.indices.at(effect.gpu).mean);
      }
      report.tau = kendall_tau(here, index);
    }
    reports.push_back(report);
  }
  return reports;
}

std::vector<Residual> largest_residuals(const Calibration& calibration, std::size_t count) {
  std::vector<Residual> residuals;
  for (std::size_t i = 0; i < calibration.sheets.size(); ++i) {
    for (const GpuEffect& effect : calibration.sheets[i].effects) {
      const double expected = calibration.fit.indices.at(effect.gpu).mean + calibration.fit.sheet_offsets[i];
      const double value = effect.effect - expected;
      residuals.push_back({effect.gpu, &calibration.sheets[i], value, reason_of(calibration, i, effect, value)});
    }
  }
  std::stable_sort(residuals.begin(), residuals.end(),
                   [](const Residual& a, const Residual& b) { return std::abs(a.value) > std::abs(b.value); });
  residuals.resize(std::min(count, residuals.size()));
  return residuals;
}

int dataset_count(const Calibration& calibration, std::string_view gpu) {
  std::set<std::string_view> datasets;
  for (const SheetFit& sheet : calibration.sheets) {
    const auto& effects = sheet.effects;
    if (std::any_of(effects.begin(), effects.end(), [&](const GpuEffect& effect) { return effect.gpu == gpu; })) {
      datasets.insert(sheet.dataset);
    }
  }
  return static_cast<int>(datasets.size());
}

int reading_count(const SheetFit& sheet) {
  int count = 0;
  for (const GpuEffect& effect : sheet.effects) count += effect.readings;
  return count;
}

CalibrationReport calibration_report(const Calibration& calibration, const FittedScores& fitted,
                                     const Catalog& catalog) {
  constexpr std::size_t k_residuals = 5;
  const auto is_of_it = [&](const auto& one) {
    return one.workload == calibration.workload && one.precision == calibration.precision;
  };
  CalibrationReport report{
      &calibration, nullptr, sheet_reports(calibration), largest_residuals(calibration, k_residuals), {}};
  const auto model = std::find_if(fitted.models.begin(), fitted.models.end(), is_of_it);
  if (model != fitted.models.end()) report.model = &*model;
  const SpecTable specs = spec_table(catalog, *catalog.workload(calibration.workload));
  for (const Score& score : fitted.scores) {
    if (!is_of_it(score)) continue;
    const auto log = calibration.fit.model.log_estimate(specs.at(score.gpu));
    report.gpus.push_back({&score, log ? std::optional(std::exp(*log - calibration.log_scale)) : std::nullopt,
                           dataset_count(calibration, score.gpu)});
  }
  std::stable_sort(report.gpus.begin(), report.gpus.end(),
                   [](const ScoredGpu& a, const ScoredGpu& b) { return a.score->index > b.score->index; });
  return report;
}

}  // namespace gpuadvisor
