#include "fit_report.hpp"

#include <algorithm>
#include <cmath>

#include "calibration/speed/order_statistics.hpp"

namespace gpuadvisor {

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
      residuals.push_back({effect.gpu, &calibration.sheets[i], effect.effect - expected});
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

}  // namespace gpuadvisor
