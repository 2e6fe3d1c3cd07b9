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

/// A sheet as arrays: one entry per reading.
struct Cells {
  std::vector<std::string_view> gpus;
  std::vector<Eigen::Index> gpu;
  std::vector<std::vector<Eigen::Index>> benchmarks;  // the entries of each
  ArrayXd value;
  ArrayXd weight;
};

Cells cells_of(const Sheet& sheet) {
  std::map<std::string_view, Eigen::Index> gpus;
  for (const Reading& reading : sheet.readings) gpus.emplace(reading.gpu, 0);
  Cells cells;
  for (auto& [gpu, index] : gpus) {
    index = static_cast<Eigen::Index>(cells.gpus.size());
    cells.gpus.push_back(gpu);
  }
  std::map<int, std::size_t> benchmarks;
  cells.value.resize(static_cast<Eigen::Index>(sheet.readings.size()));
  cells.weight.resize(cells.value.size());
  for (const Reading& reading : sheet.readings) {
    const auto at = static_cast<Eigen::Index>(cells.gpu.size());
    cells.value[at] = reading.log_speed;
    cells.weight[at] = reading.weight;
    cells.gpu.push_back(gpus.at(reading.gpu));
    const std::size_t benchmark = benchmarks.try_emplace(reading.benchmark, benchmarks.size()).first->second;
    if (benchmark == cells.benchmarks.size()) cells.benchmarks.emplace_back();
    cells.benchmarks[benchmark].push_back(at);
  }
  return cells;
}

struct Effects {
  VectorXd gpus;  // mean 0
  ArrayXd residuals;
};

/// The weight of all entries of a benchmark, and the weighted mean of their values.
struct Level {
  double weight = 0;
  double mean = 0;
};

Level level_of(const std::vector<Eigen::Index>& entries, const ArrayXd& weights, const ArrayXd& values) {
  Level level;
  for (const Eigen::Index i : entries) {
    level.weight += weights[i];
    level.mean += weights[i] * values[i];
  }
  level.mean /= level.weight;
  return level;
}

/// Weighted least squares; benchmarks are eliminated, and the first GPU fixes the scale until the end.
Effects weighted_fit(const Cells& cells, const ArrayXd& weights) {
  const auto gpu_of = [&](Eigen::Index entry) { return cells.gpu[static_cast<std::size_t>(entry)]; };
  const auto n = static_cast<Eigen::Index>(cells.gpus.size());
  MatrixXd normal = MatrixXd::Zero(n, n);
  VectorXd right = VectorXd::Zero(n);
  for (const auto& entries : cells.benchmarks) {
    const Level level = level_of(entries, weights, cells.value);
    for (const Eigen::Index i : entries) {
      normal(gpu_of(i), gpu_of(i)) += weights[i];
      right[gpu_of(i)] += weights[i] * (cells.value[i] - level.mean);
      for (const Eigen::Index j : entries) normal(gpu_of(i), gpu_of(j)) -= weights[i] * weights[j] / level.weight;
    }
  }
  Effects effects{VectorXd::Zero(n), cells.value};
  effects.gpus.tail(n - 1) = normal.bottomRightCorner(n - 1, n - 1).ldlt().solve(right.tail(n - 1));
  effects.gpus.array() -= effects.gpus.mean();
  for (Eigen::Index i = 0; i < weights.size(); ++i) effects.residuals[i] -= effects.gpus[gpu_of(i)];
  for (const auto& entries : cells.benchmarks) {
    const double mean = level_of(entries, weights, effects.residuals).mean;
    for (const Eigen::Index i : entries) effects.residuals[i] -= mean;
  }
  return effects;
}

}  // namespace

SheetFit two_way_fit(const Sheet& sheet) {
  const Cells cells = cells_of(sheet);
  const auto readings = cells.value.size();
  const auto freedom = readings - static_cast<Eigen::Index>(cells.gpus.size() + cells.benchmarks.size() - 1);
  ArrayXd weights = cells.weight;
  Effects effects;
  double variance = 0;
  for (int round = 0; round < k_most_sweeps; ++round) {
    effects = weighted_fit(cells, weights);
    const ArrayXd squares = effects.residuals.square();
    const double scatter = freedom > 0 ? (weights * squares).sum() / static_cast<double>(freedom) : 0;
    const double found = std::max(scatter, k_least_scatter * k_least_scatter);
    weights = cells.weight * (k_degrees_of_freedom + 1) / (k_degrees_of_freedom + cells.weight * squares / found);
    const double change = std::abs(found - variance);
    variance = found;
    if (change < k_settled_variance) break;
  }
  SheetFit fit{sheet.dataset, sheet.matrix_units, sheet.kind_of_work, {}};
  std::vector<double> weight(cells.gpus.size());
  std::vector<int> count(cells.gpus.size());
  for (Eigen::Index i = 0; i < readings; ++i) {
    const auto gpu = static_cast<std::size_t>(cells.gpu[static_cast<std::size_t>(i)]);
    weight[gpu] += weights[i];
    ++count[gpu];
  }
  for (std::size_t i = 0; i < cells.gpus.size(); ++i) {
    fit.effects.push_back({cells.gpus[i], effects.gpus[static_cast<Eigen::Index>(i)], variance / weight[i], count[i]});
  }
  return fit;
}

}  // namespace gpuadvisor
