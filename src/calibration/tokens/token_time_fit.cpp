#include "token_time_fit.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "gpuadvisor/calibration/score_fit.hpp"
#include "sizing/measured_tokens.hpp"

namespace gpuadvisor {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// What is assumed before seeing the data, as ln (docs/inference.md#times-of-gpus).
constexpr double k_noise = 0.10;             // of one reading
constexpr double k_noise_out_of_use = 0.30;  // of engines that people no longer run: their kernels suit some GPUs
constexpr double k_wide = 1;                 // of what all GPUs have in common
constexpr double k_overhead_of_vendor = 0.5;
constexpr double k_overhead_of_kin = 0.4;
constexpr double k_overhead_of_engine = 0.5;
constexpr double k_work_of_engine = 0.3;
constexpr double k_memory = 0.4;
constexpr double k_experts = 0.5;

/// What differs between the phases: matrices of prompts are computed by units that architectures have, and engines use,
/// more or less of, while memory is read alike by all.
struct Assumptions {
  double seconds;  // about what the reference takes for a token
  double work_of_vendor;
  double work_of_kin;
  double gpu;  // of GPUs around their kin
};
constexpr Assumptions k_writing{0.009, 0.3, 0.25, 0.08};
constexpr Assumptions k_reading{0.00034, 0.5, 0.4, 0.12};
constexpr double k_overhead_share = 0.2;  // of the seconds

constexpr int k_most_phase_rounds = 200;
constexpr double k_settled_phase = 1e-9;
constexpr double k_settled_without = 1e-7;  // of fits that leave GPUs out: only the spread of their errors is told
constexpr double k_step = 0.8;              // of each round, so that none overshoots
constexpr double k_longest = 0.7;

/// The features that a phase waits for.
std::vector<std::size_t> rates_of(bool prompts) {
  constexpr std::size_t k_bandwidth = 1;
  constexpr std::size_t k_compute = 2;
  return prompts ? std::vector{k_bandwidth, k_compute} : std::vector{k_bandwidth};
}

}  // namespace

double TokenTime::seconds(const Features& times) const {
  return overhead + std::inner_product(work.begin(), work.end(), times.begin(), 0.0);
}

int TokenTimeFit::Deviation::readings() const {
  return std::accumulate(by_dataset.begin(), by_dataset.end(), 0,
                         [](int sum, const auto& part) { return sum + part.second.readings; });
}

double TokenTimeFit::Deviation::measured() const {
  double share = 0;
  for (const auto& [dataset, part] : by_dataset) share += part.share;
  return mean / share;
}

std::vector<TokenTimeFit::Name> TokenTimeFit::names_of(Of of, const GpuFamily& kin, std::string_view engine,
                                                       bool has_experts) {
  std::vector<Name> names = {{of, Term::vendor, {kin.vendor, "", false}, "", 0}, {of, Term::kin, kin, "", 0}};
  if (of == Of::overhead) names.push_back({of, Term::all, {}, "", 0});
  if (kin.has_hbm) names.push_back({of, Term::memory, {}, "", 0});
  if (engine != k_told_engine) names.push_back({of, Term::engine, {}, engine, 0});
  if (has_experts) names.push_back({of, Term::experts, {}, "", 0});
  return names;
}

/// Gauss-Newton rounds with the weights of Student t errors. The deviations of GPUs are eliminated: each meets only the
/// effects of its own readings.
class TokenTimeFit::Equations {
 public:
  Equations(std::span<const TokenReading> readings, bool prompts, const TokenTimeFit* start)
      : m_assumed(prompts ? k_reading : k_writing), m_rates(rates_of(prompts)), m_readings(readings) {
    std::map<std::tuple<GpuFamily, std::string_view, bool>, std::size_t> groups;  // by kin, engine, experts
    for (const TokenReading& reading : readings) {
      const auto [at, is_new] = groups.try_emplace({reading.kin, reading.engine, reading.has_experts}, m_groups.size());
      if (is_new) m_groups.push_back(group_of(reading));
      m_groups[at->second].readings.push_back(m_group_of.size());
      m_group_of.push_back(at->second);
      m_gpu_of.push_back(number_of(m_numbers, m_gpus, reading.gpu));
    }
    m_met.resize(m_gpus.size());
    for (std::size_t i = 0; i < readings.size(); ++i) {
      auto& met = m_met[static_cast<std::size_t>(m_gpu_of[i])];
      for (const auto& part : m_groups[m_group_of[i]].parts) met.insert(met.end(), part.begin(), part.end());
    }
    for (auto& met : m_met) {
      std::sort(met.begin(), met.end());
      met.erase(std::unique(met.begin(), met.end()), met.end());
    }
    m_values = Eigen::Map<const VectorXd>(m_means.data(), static_cast<Index>(m_means.size()));
    m_deviations = VectorXd::Zero(static_cast<Index>(m_gpus.size()));
    m_weights.assign(readings.size(), 0);
    if (start != nullptr) start_at(*start);
    const double settled = start == nullptr ? k_settled_phase : k_settled_without;
    for (int round = 0; round < k_most_phase_rounds; ++round) {
      if (take_round() < settled) break;
    }
  }

  void tell_effects(TokenTimeFit& fit) const {
    for (const auto& [name, at] : m_unknowns) fit.m_effects[name] = m_values[at];
  }

  void tell_gpus(TokenTimeFit& fit) {
    const Blocks blocks = this->blocks();
    const MatrixXd covariance =
        blocks.common.ldlt().solve(MatrixXd::Identity(blocks.common.rows(), blocks.common.cols()));
    for (std::size_t i = 0; i < m_gpus.size(); ++i) {
      Deviation& deviation = fit.m_gpus[m_gpus[i]];
      deviation.mean = m_deviations[static_cast<Index>(i)];
      deviation.precision = blocks.precision[static_cast<Index>(i)];
    }
    for (std::size_t i = 0; i < m_readings.size(); ++i) add_reading(fit.m_gpus[m_readings[i].gpu], i);
    add_variances(fit, blocks, covariance);
  }

 private:
  /// The overhead, the work, and the work of each rate: all effects of one part have one slope.
  static constexpr std::size_t k_most_parts = 4;
  using Slopes = std::array<double, k_most_parts>;  // derivatives of ln rate

  /// Readings that depend on the same effects but for the deviations of their GPUs.
  struct Group {
    double variance;                        // of the noise
    std::vector<std::vector<Index>> parts;  // the effects of each
    std::vector<std::size_t> readings = {};
  };

  /// The factors of a group's seconds by the effects.
  struct Factors {
    double overhead;
    Features work{};  // of each rate
  };

  struct Blocks {
    MatrixXd common;  // the deviations eliminated; its lower triangle
    VectorXd right;
    MatrixXd coupling;   // of each deviation, in a column
    VectorXd precision;  // of each deviation
    VectorXd right_gpus;
  };

  static Index number_of(std::map<std::string_view, Index>& numbers, std::vector<std::string_view>& all,
                         std::string_view name) {
    const auto [at, is_new] = numbers.try_emplace(name, static_cast<Index>(all.size()));
    if (is_new) all.push_back(name);
    return at->second;
  }

  Index unknown(const Name& name) {
    const auto [at, is_new] = m_unknowns.try_emplace(name, static_cast<Index>(m_means.size()));
    if (is_new) {
      m_means.push_back(assumed_mean(name));
      m_spreads.push_back(assumed_spread(name));
    }
    return at->second;
  }

  Group group_of(const TokenReading& reading) {
    const double noise = is_in_use(reading.engine) ? k_noise : k_noise_out_of_use;
    Group group{noise * noise, {unknowns(Of::overhead, reading), unknowns(Of::work, reading)}};
    for (const std::size_t rate : m_rates) group.parts.push_back({unknown({Of::rate, Term::all, {}, "", rate})});
    return group;
  }

  std::vector<Index> unknowns(Of of, const TokenReading& reading) {
    std::vector<Index> found;
    for (const Name& name : names_of(of, reading.kin, reading.engine, reading.has_experts))
      found.push_back(unknown(name));
    return found;
  }

  [[nodiscard]] double assumed_mean(const Name& name) const {
    const auto& [of, term, kin, engine, rate] = name;
    if (of == Of::rate)
      return std::log(m_assumed.seconds * (1 - k_overhead_share) / static_cast<double>(m_rates.size()));
    return of == Of::overhead && term == Term::all ? std::log(m_assumed.seconds * k_overhead_share) : 0;
  }

  [[nodiscard]] double assumed_spread(const Name& name) const {
    const auto& [of, term, kin, engine, rate] = name;
    const bool is_overhead = of == Of::overhead;
    switch (term) {
      case Term::all:
        return k_wide;
      case Term::memory:
        return k_memory;
      case Term::vendor:
        return is_overhead ? k_overhead_of_vendor : m_assumed.work_of_vendor;
      case Term::kin:
        return is_overhead ? k_overhead_of_kin : m_assumed.work_of_kin;
      case Term::engine:
        return is_overhead ? k_overhead_of_engine : k_work_of_engine;
      case Term::experts:
        break;
    }
    return k_experts;
  }

  void start_at(const TokenTimeFit& start) {
    for (const auto& [name, at] : m_unknowns) {
      const auto known = start.m_effects.find(name);
      if (known != start.m_effects.end()) m_values[at] = known->second;
    }
    for (std::size_t i = 0; i < m_gpus.size(); ++i) {
      const auto known = start.m_gpus.find(m_gpus[i]);
      if (known != start.m_gpus.end()) m_deviations[static_cast<Index>(i)] = known->second.mean;
    }
  }

  [[nodiscard]] double sum_of(const std::vector<Index>& unknowns) const {
    return std::accumulate(unknowns.begin(), unknowns.end(), 0.0,
                           [&](double sum, Index at) { return sum + m_values[at]; });
  }

  [[nodiscard]] Factors factors_of(const Group& group) const {
    Factors factors{std::exp(sum_of(group.parts[0]))};
    const double work = std::exp(sum_of(group.parts[1]));
    for (std::size_t k = 0; k < m_rates.size(); ++k) factors.work[k] = work * std::exp(sum_of(group.parts[2 + k]));
    return factors;
  }

  /// Seconds of a reading, and the slopes of ln rate.
  double seconds(const TokenReading& reading, const Factors& factors, Slopes& slopes) const {
    const double overhead = factors.overhead * reading.layers;
    double work = 0;
    for (std::size_t k = 0; k < m_rates.size(); ++k) {
      slopes[2 + k] = factors.work[k] * reading.work * reading.times[m_rates[k]];
      work += slopes[2 + k];
    }
    const double all = overhead + work;
    slopes[0] = -overhead / all;
    slopes[1] = -work / all;
    for (std::size_t k = 0; k < m_rates.size(); ++k) slopes[2 + k] /= -all;
    return all;
  }

  /// ln rate less what the effects of GPUs and readings tell.
  [[nodiscard]] double residual(std::size_t i, double seconds) const {
    return m_readings[i].log_rate + std::log(seconds) - m_deviations[m_gpu_of[i]];
  }

  /// Adds what the readings of a group tell: sums over them by part, which all its effects share.
  void add_group(Blocks& found, const Group& group) {
    std::array<Slopes, k_most_parts> squares{};
    Slopes right{};
    Slopes slopes{};
    const Factors factors = factors_of(group);
    const std::size_t parts = group.parts.size();
    for (const std::size_t i : group.readings) {
      const double error = residual(i, seconds(m_readings[i], factors, slopes));
      const double variance = group.variance;
      const double weight = (k_degrees_of_freedom + 1) / (k_degrees_of_freedom + error * error / variance) / variance;
      m_weights[i] = weight;
      const Index gpu = m_gpu_of[i];
      for (std::size_t a = 0; a < parts; ++a) {
        const double weighted = weight * slopes[a];
        for (std::size_t b = 0; b < parts; ++b) squares[a][b] += weighted * slopes[b];
        right[a] += weighted * error;
        for (const Index at : group.parts[a]) found.coupling(at, gpu) += weighted;
      }
      found.precision[gpu] += weight;
      found.right_gpus[gpu] += weight * error;
    }
    for (std::size_t part = 0; part < parts; ++part) {
      for (const Index a : group.parts[part]) {
        for (std::size_t other = 0; other < parts; ++other) {
          for (const Index b : group.parts[other]) {
            if (b <= a) found.common(a, b) += squares[part][other];
          }
        }
        found.right[a] += right[part];
      }
    }
  }

  Blocks blocks() {
    const auto count = static_cast<Index>(m_means.size());
    const auto gpus = static_cast<Index>(m_gpus.size());
    const double gpu_precision = 1 / (m_assumed.gpu * m_assumed.gpu);
    Blocks found{MatrixXd::Zero(count, count), VectorXd::Zero(count), MatrixXd::Zero(count, gpus),
                 VectorXd::Constant(gpus, gpu_precision), -gpu_precision * m_deviations};
    for (Index i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const double precision = 1 / (m_spreads[at] * m_spreads[at]);
      found.common(i, i) = precision;
      found.right[i] = precision * (m_means[at] - m_values[i]);
    }
    for (const Group& group : m_groups) add_group(found, group);
    for (Index gpu = 0; gpu < gpus; ++gpu) {
      for (const Index a : m_met[static_cast<std::size_t>(gpu)]) {
        const double pull = found.coupling(a, gpu) / found.precision[gpu];
        for (const Index b : m_met[static_cast<std::size_t>(gpu)]) {
          if (b > a) break;
          found.common(a, b) -= pull * found.coupling(b, gpu);
        }
        found.right[a] -= pull * found.right_gpus[gpu];
      }
    }
    return found;
  }

  /// How far the effects moved at most.
  double take_round() {
    const Blocks found = blocks();
    const VectorXd move = found.common.llt().solve(found.right);
    const VectorXd of_gpus = (found.right_gpus - found.coupling.transpose() * move).cwiseQuotient(found.precision);
    m_values += k_step * move.cwiseMax(-k_longest).cwiseMin(k_longest);
    m_deviations += k_step * of_gpus.cwiseMax(-k_longest).cwiseMin(k_longest);
    return move.cwiseAbs().maxCoeff();
  }

  void add_reading(Deviation& deviation, std::size_t i) const {
    const TokenReading& reading = m_readings[i];
    const Group& group = m_groups[m_group_of[i]];
    Slopes slopes{};
    const double without = residual(i, seconds(reading, factors_of(group), slopes)) + m_deviations[m_gpu_of[i]];
    const double share = m_weights[i] / deviation.precision;
    Deviation::Part& part = deviation.by_dataset[reading.dataset];
    part.log = (part.log * part.share + without * share) / (part.share + share);
    part.share += share;
    ++part.readings;
    deviation.sources.insert(reading.source);
  }

  /// Of the standard network's rate: what is unknown of its kin, less what the GPU's own readings tell of that.
  void add_variances(TokenTimeFit& fit, const Blocks& blocks, const MatrixXd& covariance) const {
    std::map<std::string_view, std::size_t> first;
    for (std::size_t i = 0; i < m_readings.size(); ++i) first.try_emplace(m_readings[i].gpu, i);
    for (auto& [gpu, deviation] : fit.m_gpus) {
      const TokenReading& reading = m_readings[first.at(gpu)];
      const TokenTime time = fit.time_of(reading.kin);
      const double all = time.seconds(reading.times);
      VectorXd direction = VectorXd::Zero(covariance.rows());
      const auto add = [&](const Name& name, double slope) {
        const auto known = m_unknowns.find(name);
        if (known != m_unknowns.end()) direction[known->second] += slope;
      };
      for (const Name& name : names_of(Of::overhead, reading.kin, k_told_engine, false))
        add(name, -time.overhead / all);
      for (const Name& name : names_of(Of::work, reading.kin, k_told_engine, false)) add(name, time.overhead / all - 1);
      for (const std::size_t rate : m_rates) {
        add({Of::rate, Term::all, {}, "", rate}, -time.work[rate] * reading.times[rate] / all);
      }
      const Index at = m_numbers.at(gpu);
      direction -= blocks.coupling.col(at) / blocks.precision[at];
      deviation.variance = 1 / blocks.precision[at] + direction.dot(covariance * direction);
    }
  }

  Assumptions m_assumed;
  std::vector<std::size_t> m_rates;
  std::span<const TokenReading> m_readings;
  std::map<std::string_view, Index> m_numbers;
  std::vector<std::string_view> m_gpus;
  std::map<Name, Index> m_unknowns;
  std::vector<double> m_means;
  std::vector<double> m_spreads;
  std::vector<Group> m_groups;
  std::vector<std::size_t> m_group_of;  // each reading
  std::vector<Index> m_gpu_of;
  std::vector<std::vector<Index>> m_met;  // the effects of each GPU's readings, ascending
  std::vector<double> m_weights;          // of the readings
  VectorXd m_values;
  VectorXd m_deviations;
};

TokenTimeFit::TokenTimeFit(std::span<const TokenReading> readings, bool prompts, const TokenTimeFit* start)
    : m_prompts(prompts) {
  if (readings.empty()) return;
  Equations equations(readings, prompts, start);
  equations.tell_effects(*this);
  if (start == nullptr) equations.tell_gpus(*this);
}

double TokenTimeFit::effect(const Name& name) const {
  const auto at = m_effects.find(name);
  return at == m_effects.end() ? 0 : at->second;
}

TokenTime TokenTimeFit::time_with(const GpuFamily& kin, std::string_view engine, bool has_experts) const {
  const auto sum = [&](Of of) {
    const auto names = names_of(of, kin, engine, has_experts);
    return std::accumulate(names.begin(), names.end(), 0.0,
                           [&](double all, const Name& name) { return all + effect(name); });
  };
  TokenTime time{std::exp(sum(Of::overhead)), {}};
  for (const std::size_t rate : rates_of(m_prompts)) {
    time.work[rate] = std::exp(effect({Of::rate, Term::all, {}, "", rate}) + sum(Of::work));
  }
  return time;
}

TokenTime TokenTimeFit::time_of(const GpuFamily& kin) const { return time_with(kin, k_told_engine, false); }

ExpertFactors TokenTimeFit::experts() const {
  return {std::exp(effect({Of::overhead, Term::experts, {}, "", 0})),
          std::exp(effect({Of::work, Term::experts, {}, "", 0}))};
}

}  // namespace gpuadvisor
