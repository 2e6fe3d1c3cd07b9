#include "group_judgement.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "calibration/speed/order_statistics.hpp"
#include "calibration/speed/score_storage.hpp"
#include "leave_out.hpp"

namespace gpuadvisor {
namespace {

/// ln of what was measured of a GPU over what was predicted, and half the interval of the prediction.
struct Judged {
  const Gpu* gpu = nullptr;
  double error = 0;
  double half = 0;
  const SheetPart* part = nullptr;  // what a dataset says of it; null of an estimate
};

/// Estimates, each from a fit that has not seen the GPU.
std::vector<Judged> judged_estimates(const Calibration& calibration, const LeftOutFits& left_out,
                                     const Catalog& catalog) {
  std::vector<Judged> found;
  std::vector<double> errors;
  for (const auto& [gpu, estimate] : left_out.without_gpu) {
    found.push_back({catalog.gpu(gpu), left_out.measured.indices.at(gpu).mean - estimate, 0});
    errors.push_back(found.back().error);
  }
  if (found.empty()) return found;
  const double shift = median(errors);
  for (Judged& one : found) one.error -= shift;
  const std::string_view vendor = catalog.gpu(calibration.panel.reference)->vendor;
  for (Judged& one : found) {
    std::vector<double> others;
    for (const Judged& other : found) {
      if (other.gpu != one.gpu && other.gpu->vendor == vendor) others.push_back(std::abs(other.error));
    }
    const double half = others.empty() ? 0 : conformal_quantile(std::move(others), k_coverage);
    const bool is_other_vendor = one.gpu->vendor != vendor;
    one.half = is_other_vendor ? std::hypot(half, k_normal_deviations * k_other_vendor_spread) : half;
  }
  return found;
}

/// What each dataset says of a GPU, against the index without that dataset.
std::vector<Judged> judged_measurements(const Calibration& calibration, const Catalog& catalog,
                                        const SpecTable& specs) {
  std::vector<Judged> found;
  std::set<std::string_view> datasets;
  for (const SheetFit& sheet : calibration.sheets) datasets.insert(sheet.dataset);
  for (const auto dataset : datasets) {
    const auto sheets = connected_sheets_without_dataset(calibration.panel, dataset);
    if (sheets.empty()) continue;
    const ScoreFit without =
        fit_scores_jointly(sheets, specs, calibration.panel.reference, calibration.panel.adds_times);
    for (const auto& [gpu, parts] : calibration.fit.parts) {
      const auto index = without.indices.find(gpu);
      if (index == without.indices.end()) continue;
      for (const SheetPart& part : parts) {
        if (calibration.sheets[part.sheet].dataset != dataset) continue;
        const double variance = index->second.variance + calibration.fit.sheet_variances[part.sheet];
        found.push_back(
            {catalog.gpu(gpu), part.log_index - index->second.mean, k_normal_deviations * std::sqrt(variance), &part});
      }
    }
  }
  return found;
}

/// Every two GPUs of a sheet.
void add_pairs(const std::vector<Judged>& group, GroupJudgement& found) {
  const double apart = std::log(1.15);
  std::vector<double> errors;
  int wide = 0;
  int ordered = 0;
  for (auto one = group.begin(); one != group.end(); ++one) {
    for (auto other = one + 1; other != group.end(); ++other) {
      if (one->part == nullptr || other->part == nullptr || one->part->sheet != other->part->sheet) continue;
      const double measured = one->part->log_index - other->part->log_index;
      const double error = one->error - other->error;  // measured less predicted
      errors.push_back(std::abs(std::expm1(-error)));
      if (std::abs(measured) <= apart) continue;
      ++wide;
      ordered += (measured > 0) == (measured - error > 0) ? 1 : 0;
    }
  }
  found.pairs = static_cast<int>(errors.size());
  if (found.pairs > 0) found.pair_error = median(std::move(errors));
  if (wide > 0) found.ordered = static_cast<double>(ordered) / wide;
}

GroupJudgement judgement_of(const std::vector<Judged>& group, GroupJudgement found) {
  std::vector<double> ratios;
  std::vector<double> errors;
  int covered = 0;
  for (const Judged& one : group) {
    ratios.push_back(std::exp(one.error));
    errors.push_back(std::abs(std::expm1(-one.error)));
    covered += std::abs(one.error) <= one.half ? 1 : 0;
  }
  found.judged = static_cast<int>(group.size());
  found.median_ratio = median(std::move(ratios));
  found.median_error = median(std::move(errors));
  found.coverage = static_cast<double>(covered) / found.judged;
  add_pairs(group, found);
  return found;
}

void add_groups(std::vector<GroupJudgement>& rows, const std::vector<Judged>& all, std::string_view workload,
                Basis basis) {
  std::map<std::pair<std::string_view, std::string_view>, std::vector<Judged>> groups;
  for (const Judged& one : all) {
    if (basis == Basis::measured) groups[{"", ""}].push_back(one);
    groups[{one.gpu->vendor, ""}].push_back(one);
    groups[{one.gpu->vendor, one.gpu->architecture}].push_back(one);
  }
  for (const auto& [key, group] : groups) {
    if (group.size() < k_fewest_judged) continue;
    rows.push_back(judgement_of(group, {workload, basis, key.first, key.second}));
  }
}

}  // namespace

std::vector<GroupJudgement> group_judgements(const Calibration& calibration, const LeftOutFits& left_out,
                                             const Catalog& catalog, const SpecTable& specs) {
  std::vector<GroupJudgement> rows;
  add_groups(rows, judged_measurements(calibration, catalog, specs), calibration.workload, Basis::measured);
  add_groups(rows, judged_estimates(calibration, left_out, catalog), calibration.workload, Basis::estimated);
  return rows;
}

}  // namespace gpuadvisor
