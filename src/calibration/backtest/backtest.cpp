#include "backtest.hpp"

#include <cmath>
#include <map>
#include <optional>

#include "calibration/speed/order_statistics.hpp"
#include "calibration/speed/score_storage.hpp"
#include "gpuadvisor/scoring/priority_score.hpp"
#include "scoring/criteria.hpp"

namespace gpuadvisor {
namespace {

/// A GPU with ln of its measured index and of what a predictor says; both are 0 for the reference.
struct Case {
  std::string_view gpu;
  std::string_view architecture;
  double measured = 0;
  double predicted = 0;

  [[nodiscard]] double error() const { return predicted - measured; }
};

using Predictions = std::map<std::string_view, double>;

/// ln of a predictor that specs alone give, against the reference.
std::optional<double> from_specs(Predictor predictor, const Gpu& gpu, const Workload& workload,
                                 const Catalog& catalog) {
  Weights weights{};
  if (predictor == Predictor::priority) {
    weights = weights_of(workload, catalog);
  } else {
    weights[static_cast<std::size_t>(predictor) - static_cast<std::size_t>(Predictor::tensor)] = 1;
  }
  const auto score = score_of(gpu, weights, *catalog.reference());
  return score ? std::optional(std::log(*score)) : std::nullopt;
}

Predictions predictions_from_specs(Predictor predictor, const Calibration& calibration, const Catalog& catalog) {
  Predictions found;
  const Workload& workload = *catalog.workload(calibration.workload);
  const auto of_reference = from_specs(predictor, *catalog.gpu(calibration.panel.reference), workload, catalog);
  for (const auto& [gpu, index] : calibration.fit.indices) {
    if (gpu == calibration.panel.reference) continue;
    const auto prediction = from_specs(predictor, *catalog.gpu(gpu), workload, catalog);
    if (prediction && of_reference) found[gpu] = *prediction - *of_reference;
  }
  return found;
}

/// Brings predictions to the scale of the measurements, which else hangs on how well one card, the reference, is known.
void rescale(std::vector<Case>& cases) {
  std::vector<double> errors;
  errors.reserve(cases.size());
  for (const Case& one : cases) errors.push_back(one.error());
  const double shift = median(std::move(errors));
  for (Case& one : cases) one.predicted -= shift;
}

/// How well the order is told, the reference included.
void judge_order(const std::vector<Case>& cases, BacktestRow& row) {
  std::vector<double> measured = {0};  // the reference
  std::vector<double> predicted = {0};
  for (const Case& one : cases) {
    measured.push_back(one.measured);
    predicted.push_back(one.predicted);
  }
  row.tau = kendall_tau(measured, predicted);
  row.ordered = ordered_share(measured, predicted, std::log1p(k_apart));
}

/// Half of each case's interval, from the errors of the cases that were not left out with it.
std::vector<double> half_intervals(const std::vector<Case>& cases, LeftOut left_out) {
  std::vector<double> halves;
  for (const Case& one : cases) {
    std::vector<double> errors;
    for (const Case& other : cases) {
      const bool is_other = left_out == LeftOut::gpu ? other.gpu != one.gpu : other.architecture != one.architecture;
      if (is_other) errors.push_back(std::abs(other.error()));
    }
    halves.push_back(errors.empty() ? 0 : conformal_quantile(std::move(errors), k_coverage));
  }
  return halves;
}

/// The linked GPUs that k_often configurations or more were timed on, be they shared with another GPU or not.
std::set<std::string_view> often_measured(const Calibration& calibration) {
  std::map<std::string_view, int> configurations;
  for (const MeasurementSheet& sheet : calibration.panel.read) {
    for (const Reading& reading : sheet.readings) ++configurations[reading.gpu];
  }
  std::set<std::string_view> gpus = gpus_of(calibration.sheets);
  std::erase_if(gpus, [&](const auto gpu) { return configurations[gpu] < k_often; });
  return gpus;
}

/// The groups to judge on, with their GPUs.
std::vector<std::pair<JudgedOn, std::set<std::string_view>>> groups(const Calibration& calibration) {
  std::vector<std::pair<JudgedOn, std::set<std::string_view>>> found = {
      {JudgedOn::networks, gpus_of(calibration.sheets, true)}, {JudgedOn::all_measured, gpus_of(calibration.sheets)}};
  auto often = often_measured(calibration);
  if (often != found.front().second) found.emplace_back(JudgedOn::often_measured, std::move(often));
  return found;
}

std::optional<BacktestRow> judged(std::vector<Case> cases, BacktestRow row) {
  if (cases.size() < 2) return std::nullopt;
  row.gpus = static_cast<int>(cases.size());
  judge_order(cases, row);
  rescale(cases);
  std::vector<double> errors;
  errors.reserve(cases.size());
  for (const Case& one : cases) errors.push_back(std::abs(std::expm1(one.error())));
  row.median_error = median(errors);
  row.p90_error = quantile(errors, 0.9);
  std::vector<double> halves = half_intervals(cases, row.left_out);
  int covered = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) covered += std::abs(cases[i].error()) <= halves[i] ? 1 : 0;
  row.coverage = static_cast<double>(covered) / row.gpus;
  row.median_interval = std::expm1(median(std::move(halves)));
  return row;
}

}  // namespace

std::vector<BacktestRow> backtest(const Calibration& calibration, const LeftOutFits& left_out, const Catalog& catalog) {
  std::array<Predictions, k_enum_names<Predictor>.size()> from_specs;  // whatever is left out
  for (std::size_t i = 0; i < from_specs.size(); ++i) {
    const auto predictor = static_cast<Predictor>(i);
    if (predictor != Predictor::estimate) from_specs[i] = predictions_from_specs(predictor, calibration, catalog);
  }
  std::vector<BacktestRow> rows;
  for (const auto& [judged_on, group] : groups(calibration)) {
    for (const LeftOut without : {LeftOut::gpu, LeftOut::architecture}) {
      for (std::size_t i = 0; i < from_specs.size(); ++i) {
        const auto predictor = static_cast<Predictor>(i);
        const auto& predictions = predictor == Predictor::estimate ? left_out.without(without) : from_specs[i];
        std::vector<Case> cases;
        for (const auto& [gpu, predicted] : predictions) {
          if (!group.contains(gpu)) continue;
          const std::string_view architecture = catalog.gpu(gpu)->architecture;
          cases.push_back({gpu, architecture, left_out.measured.indices.at(gpu).mean, predicted});
        }
        auto row = judged(std::move(cases), {calibration.workload, judged_on, without, predictor});
        if (row) rows.push_back(*row);
      }
    }
  }
  return rows;
}

}  // namespace gpuadvisor
