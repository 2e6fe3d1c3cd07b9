#include "gpuadvisor/calibration/batch_effect.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "gpuadvisor/calibration/score_fit.hpp"
#include "order_statistics.hpp"

namespace gpuadvisor {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// What is assumed before the data are seen (docs/speed.md#equal-batch).
constexpr double k_even_share = 1.0 / k_features;  // the coefficient of each spec,
constexpr double k_share_spread = 0.5;             // and how far off that may be
constexpr double k_sum_spread = 0.05;              // of their sum around 1: twice of everything is twice as fast
constexpr double k_half_of_middle = -1;            // ln of half_batch over the middle of the batches that were timed,
constexpr double k_half_spread = 1.5;              // and how far off that may be
constexpr double k_level_precision = 1e-6;         // of benchmarks: next to nothing is assumed

constexpr double k_longest_step = 1;  // of ln half_batch in a round
constexpr double k_settled_step = 1e-6;
constexpr int k_most_steps = 200;

using Networks = std::map<std::string_view, Index>;

/// One reading as the fit sees it.
struct Observation {
  const Reading* reading = nullptr;
  const Features* features = nullptr;
  Index gpu = 0;
  Index benchmark = 0;
  Index network = 0;
};

/// The unknowns are the coefficients of the specs, a deviation of each GPU, a level of each benchmark, and ln
/// half_batch of each network, in this order.
struct Problem {
  std::vector<Observation> observations;
  Index gpus = 0;
  Index benchmarks = 0;
  VectorXd expected;   // of each unknown before the data are seen,
  VectorXd precision;  // and how sure that is

  [[nodiscard]] static Index gpu(Index at) { return static_cast<Index>(k_features) + at; }
  [[nodiscard]] Index benchmark(Index at) const { return gpu(gpus) + at; }
  [[nodiscard]] Index network(Index at) const { return benchmark(benchmarks) + at; }
};

/// Which readings the fit sees: those at a known batch, of whole networks on GPUs that are in and whose specs are
/// known.
class Selection {
 public:
  Selection(const SpecTable& specs, const std::set<std::string_view>& left_out)
      : m_specs(specs), m_left_out(left_out) {}

  [[nodiscard]] static bool takes(const MeasurementSheet& sheet) { return sheet.kind_of_work == KindOfWork::networks; }
  [[nodiscard]] bool takes(const Reading& reading) const {
    return reading.batch && !m_left_out.contains(reading.gpu) && m_specs.at(reading.gpu).features;
  }

 private:
  const SpecTable& m_specs;
  const std::set<std::string_view>& m_left_out;
};

/// Those that some benchmark timed at several batches, by name.
Networks networks_at_several_batches(const std::vector<MeasurementSheet>& sheets, const Selection& selection) {
  Networks networks;
  for (const MeasurementSheet& sheet : sheets) {
    if (!Selection::takes(sheet)) continue;
    std::map<int, double> first;
    for (const Reading& reading : sheet.readings) {
      if (!selection.takes(reading)) continue;
      const double other = first.try_emplace(reading.benchmark, *reading.batch).first->second;
      if (other != *reading.batch) networks.emplace(reading.network, 0);
    }
  }
  Index next = 0;
  for (auto& entry : networks) entry.second = next++;
  return networks;
}

Problem problem_of(const std::vector<MeasurementSheet>& sheets, const SpecTable& specs, const Selection& selection,
                   const Networks& networks) {
  Problem problem;
  std::map<std::string_view, Index> gpus;
  std::vector<std::vector<double>> log_batches(networks.size());
  for (const MeasurementSheet& sheet : sheets) {
    if (!Selection::takes(sheet)) continue;
    std::map<int, Index> benchmarks;
    for (const Reading& reading : sheet.readings) {
      const auto network = networks.find(reading.network);
      if (network == networks.end() || !selection.takes(reading)) continue;
      Observation seen{&reading, &*specs.at(reading.gpu).features};
      seen.network = network->second;
      log_batches[static_cast<std::size_t>(network->second)].push_back(std::log(*reading.batch));
      seen.gpu = gpus.try_emplace(reading.gpu, static_cast<Index>(gpus.size())).first->second;
      seen.benchmark =
          benchmarks.try_emplace(reading.benchmark, problem.benchmarks + static_cast<Index>(benchmarks.size()))
              .first->second;
      problem.observations.push_back(seen);
    }
    problem.benchmarks += static_cast<Index>(benchmarks.size());
  }
  problem.gpus = static_cast<Index>(gpus.size());
  const Index unknowns = problem.network(static_cast<Index>(networks.size()));
  problem.expected = VectorXd::Zero(unknowns);
  problem.precision = VectorXd::Constant(unknowns, k_level_precision);
  problem.expected.head(k_features).setConstant(k_even_share);
  problem.precision.head(k_features).setConstant(1 / (k_share_spread * k_share_spread));
  problem.precision.segment(Problem::gpu(0), problem.gpus).setConstant(1 / (k_spec_spread * k_spec_spread));
  for (std::size_t i = 0; i < log_batches.size(); ++i) {
    const Index at = problem.network(static_cast<Index>(i));
    problem.expected[at] = median(std::move(log_batches[i])) + k_half_of_middle;
    problem.precision[at] = 1 / (k_half_spread * k_half_spread);
  }
  return problem;
}

/// ln of how many times as long as without a limit a sample takes, and its slope over ln half_batch.
struct Slowdown {
  double log = 0;
  double slope = 0;
};

Slowdown slowdown(double half_batch, double batch) {
  const double ratio = half_batch / batch;
  return {std::log1p(ratio), ratio / (1 + ratio)};
}

/// What an observation is less the prediction, and the slope of the prediction over the few unknowns it depends on.
struct Linear {
  double residual = 0;
  std::array<std::pair<Index, double>, k_features + 3> slopes;
};

Linear linear(const Observation& seen, const VectorXd& unknowns, const Problem& problem) {
  Linear found{seen.reading->log_speed, {}};
  for (std::size_t i = 0; i < k_features; ++i) found.slopes[i] = {static_cast<Index>(i), (*seen.features)[i]};
  found.slopes[k_features] = {Problem::gpu(seen.gpu), 1};
  found.slopes[k_features + 1] = {problem.benchmark(seen.benchmark), 1};
  for (const auto& [at, slope] : found.slopes) found.residual -= slope * unknowns[at];
  const Index network = problem.network(seen.network);
  const Slowdown slow = slowdown(std::exp(unknowns[network]), *seen.reading->batch);
  found.residual += slow.log;
  found.slopes.back() = {network, -slow.slope};
  return found;
}

/// One round of Gauss and Newton: how far the unknowns move.
VectorXd step_from(const VectorXd& unknowns, const Problem& problem) {
  MatrixXd hessian = problem.precision.asDiagonal();
  VectorXd gradient = problem.precision.cwiseProduct(problem.expected - unknowns);
  constexpr double k_variance = k_network_spread * k_network_spread;
  hessian.topLeftCorner(k_features, k_features).array() += 1 / (k_sum_spread * k_sum_spread);
  gradient.head(k_features).array() += (1 - unknowns.head(k_features).sum()) / (k_sum_spread * k_sum_spread);
  for (const Observation& seen : problem.observations) {
    const Linear row = linear(seen, unknowns, problem);
    const double weight = (k_degrees_of_freedom + 1) /
                          (k_degrees_of_freedom + row.residual * row.residual / k_variance) * seen.reading->weight /
                          k_variance;
    for (const auto& [at, slope] : row.slopes) {
      gradient[at] += weight * row.residual * slope;
      for (const auto& [other, other_slope] : row.slopes) hessian(at, other) += weight * slope * other_slope;
    }
  }
  return hessian.ldlt().solve(gradient);
}

}  // namespace

std::vector<BatchEffect> batch_effects(const std::vector<MeasurementSheet>& sheets, const SpecTable& specs,
                                       const std::set<std::string_view>& left_out) {
  const Selection selection(specs, left_out);
  const Networks networks = networks_at_several_batches(sheets, selection);
  if (networks.empty()) return {};
  const Problem problem = problem_of(sheets, specs, selection, networks);
  VectorXd unknowns = problem.expected;
  for (int round = 0; round < k_most_steps; ++round) {
    VectorXd step = step_from(unknowns, problem);
    const double longest = step.tail(static_cast<Index>(networks.size())).cwiseAbs().maxCoeff();
    if (longest > k_longest_step) step *= k_longest_step / longest;
    unknowns += step;
    if (step.cwiseAbs().maxCoeff() < k_settled_step) break;
  }
  std::vector<BatchEffect> effects;
  for (const auto& [network, at] : networks) effects.push_back({network, std::exp(unknowns[problem.network(at)])});
  return effects;
}

MeasurementSheet with_known_batches(MeasurementSheet sheet) {
  std::set<int> with_batch;
  for (const Reading& reading : sheet.readings) {
    if (reading.batch) with_batch.insert(reading.benchmark);
  }
  std::erase_if(sheet.readings,
                [&](const Reading& reading) { return !reading.batch && with_batch.contains(reading.benchmark); });
  return sheet;
}

MeasurementSheet at_equal_batch(MeasurementSheet sheet, const std::vector<BatchEffect>& effects) {
  for (Reading& reading : sheet.readings) {
    const auto effect = std::find_if(effects.begin(), effects.end(),
                                     [&](const BatchEffect& one) { return one.network == reading.network; });
    if (reading.batch && effect != effects.end()) {
      reading.log_speed += slowdown(effect->half_batch, *reading.batch).log;
    }
  }
  return sheet;
}

}  // namespace gpuadvisor
