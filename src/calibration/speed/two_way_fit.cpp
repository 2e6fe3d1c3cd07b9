#include "gpuadvisor/calibration/two_way_fit.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>

#include "gpuadvisor/calibration/score_fit.hpp"

namespace gpuadvisor {
namespace {

using Eigen::ArrayXd;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double k_least_scatter = 0.02;      // repeated runs of one card differ by as much: no sheet is more exact
constexpr double k_settled_variance = 1e-12;  // change of the residual variance
constexpr int k_most_sweeps = 200;

using Entries = std::vector<Eigen::Index>;

/// A sheet as arrays: one entry per reading.
struct Cells {
  std::vector<std::string_view> gpus;
  Entries gpu;
  Entries benchmark;
  std::vector<Entries> of_gpus;  // the entries of each
  std::vector<Entries> of_benchmarks;
  ArrayXd value;
  ArrayXd weight;
};

Cells cells_of(const MeasurementSheet& sheet) {
  std::map<std::string_view, Eigen::Index> gpus;
  for (const Reading& reading : sheet.readings) gpus.emplace(reading.gpu, 0);
  Cells cells;
  for (auto& [gpu, index] : gpus) {
    index = static_cast<Eigen::Index>(cells.gpus.size());
    cells.gpus.push_back(gpu);
  }
  std::map<int, Eigen::Index> benchmarks;
  cells.of_gpus.resize(gpus.size());
  cells.value.resize(static_cast<Eigen::Index>(sheet.readings.size()));
  cells.weight.resize(cells.value.size());
  for (const Reading& reading : sheet.readings) {
    const auto at = static_cast<Eigen::Index>(cells.gpu.size());
    cells.value[at] = reading.log_speed;
    cells.weight[at] = reading.weight;
    cells.gpu.push_back(gpus.at(reading.gpu));
    cells.benchmark.push_back(
        benchmarks.try_emplace(reading.benchmark, static_cast<Eigen::Index>(benchmarks.size())).first->second);
    cells.of_benchmarks.resize(benchmarks.size());
    cells.of_gpus[static_cast<std::size_t>(cells.gpu.back())].push_back(at);
    cells.of_benchmarks[static_cast<std::size_t>(cells.benchmark.back())].push_back(at);
  }
  return cells;
}

/// The weight of some entries, and the weighted mean of their values.
struct Level {
  double weight = 0;
  double mean = 0;
};

Level level_of(const Entries& entries, const ArrayXd& weights, const ArrayXd& values) {
  Level level;
  for (const Eigen::Index i : entries) {
    level.weight += weights[i];
    level.mean += weights[i] * values[i];
  }
  level.mean /= level.weight;
  return level;
}

/// value = effect of one side + level of the other + residual.
struct Effects {
  VectorXd effects;
  VectorXd levels;
  ArrayXd residuals;
};

/// Weighted least squares; the levels are eliminated, and the first effect fixes the scale. `side` has the number of
/// the effect of each entry, `others` the entries of each level.
Effects weighted_fit(const Cells& cells, const ArrayXd& weights, const Entries& side, std::size_t effects,
                     const std::vector<Entries>& others) {
  const auto effect_of = [&](Eigen::Index entry) { return side[static_cast<std::size_t>(entry)]; };
  const auto n = static_cast<Eigen::Index>(effects);
  MatrixXd normal = MatrixXd::Zero(n, n);  // its lower triangle
  VectorXd right = VectorXd::Zero(n);
  for (const Entries& entries : others) {
    const Level level = level_of(entries, weights, cells.value);
    for (const Eigen::Index i : entries) {
      normal(effect_of(i), effect_of(i)) += weights[i];
      right[effect_of(i)] += weights[i] * (cells.value[i] - level.mean);
      for (const Eigen::Index j : entries) {
        if (effect_of(j) <= effect_of(i)) normal(effect_of(i), effect_of(j)) -= weights[i] * weights[j] / level.weight;
      }
    }
  }
  Effects found{VectorXd::Zero(n), VectorXd(static_cast<Eigen::Index>(others.size())), cells.value};
  found.effects.tail(n - 1) = normal.bottomRightCorner(n - 1, n - 1).ldlt().solve(right.tail(n - 1));
  for (Eigen::Index i = 0; i < weights.size(); ++i) found.residuals[i] -= found.effects[effect_of(i)];
  for (std::size_t i = 0; i < others.size(); ++i) {
    const double mean = level_of(others[i], weights, found.residuals).mean;
    found.levels[static_cast<Eigen::Index>(i)] = mean;
    for (const Eigen::Index entry : others[i]) found.residuals[entry] -= mean;
  }
  return found;
}

}  // namespace

SheetFit two_way_fit(const MeasurementSheet& sheet) {
  const Cells cells = cells_of(sheet);
  const auto readings = cells.value.size();
  const auto freedom = readings - static_cast<Eigen::Index>(cells.gpus.size() + cells.of_benchmarks.size() - 1);
  ArrayXd weights = cells.weight;
  // The more numerous side is eliminated: GPUs where many people ran some benchmarks on theirs, else benchmarks.
  const bool keeps_gpus = cells.of_gpus.size() <= cells.of_benchmarks.size();
  Effects effects;
  double variance = 0;
  for (int round = 0; round < k_most_sweeps; ++round) {
    effects = keeps_gpus ? weighted_fit(cells, weights, cells.gpu, cells.of_gpus.size(), cells.of_benchmarks)
                         : weighted_fit(cells, weights, cells.benchmark, cells.of_benchmarks.size(), cells.of_gpus);
    const ArrayXd squares = effects.residuals.square();
    const double scatter = freedom > 0 ? (weights * squares).sum() / static_cast<double>(freedom) : 0;
    const double found = std::max(scatter, k_least_scatter * k_least_scatter);
    weights = cells.weight * (k_degrees_of_freedom + 1) / (k_degrees_of_freedom + cells.weight * squares / found);
    const double change = std::abs(found - variance);
    variance = found;
    if (change < k_settled_variance) break;
  }
  SheetFit fit{sheet.dataset, sheet.matrix_units, sheet.kind_of_work, {}};
  const VectorXd& gpus = keeps_gpus ? effects.effects : effects.levels;
  for (std::size_t i = 0; i < cells.gpus.size(); ++i) {
    double weight = 0;
    for (const Eigen::Index entry : cells.of_gpus[i]) weight += weights[entry];
    fit.effects.push_back({cells.gpus[i], gpus[static_cast<Eigen::Index>(i)] - gpus.mean(), variance / weight,
                           static_cast<int>(cells.of_gpus[i].size())});
  }
  return fit;
}

}  // namespace gpuadvisor
