#include "token_rate_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "calibration/speed/order_statistics.hpp"

namespace gpuadvisor {
namespace {

// Candidates are all that the constants are stored as, up to what the reference card reaches at most.
struct Candidates {
  double unit = 0;
  int count = 0;  // multiples of it
};
constexpr Candidates k_step_seconds{0.0001, 60};
constexpr Candidates k_bandwidths{4, 154};  // 616 GB/s
constexpr Candidates k_prompt_seconds{0.000005, 60};
constexpr Candidates k_gflops{500, 107};  // 53.79 TFLOPS

constexpr double k_coverage = 0.8;
constexpr double k_beyond = 0.1;  // on either side of it

constexpr double k_half = 0.5;              // of all weight
constexpr std::size_t k_fewest_others = 3;  // engines from which others than the usual one tell how engines differ

/// What one measurement says of a pair of constants: value * (seconds + work / rate) is 1 where they are right.
struct Case {
  const TokenMeasurement* measurement = nullptr;
  const Performance* performance = nullptr;
  double value = 0;  // per second, over the index
  double work = 0;   // GB that are read, or 10^9 operations
  double weight = 0;
};

struct Pair {
  double seconds = 0;
  double rate = 0;
};

/// The pair of candidates with the least sum of weighted |ln error|; of equal ones the first.
Pair least_errors(const std::vector<Case>& cases, const Candidates& seconds, const Candidates& rates) {
  Pair best;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= seconds.count; ++i) {
    for (int j = 1; j <= rates.count; ++j) {
      const Pair pair{i * seconds.unit, j * rates.unit};
      double sum = 0;
      for (const Case& one : cases) {
        sum += one.weight * std::abs(std::log(one.value * (pair.seconds + one.work / pair.rate)));
      }
      if (sum < least) {
        least = sum;
        best = pair;
      }
    }
  }
  return best;
}

/// One GPU, one sequence, with an index of the phase.
const Performance* performance_of(const TokenMeasurement& one, const TokenIndices& indices) {
  const auto& by_gpu = one.is_prompt ? indices.prompts : indices.decoding;
  const auto at = by_gpu.find(one.row->gpu);
  return at != by_gpu.end() && one.setting.gpus == 1 && one.setting.batch == 1 ? &at->second : nullptr;
}

std::size_t engines_in(const std::vector<Case>& cases) {
  std::set<std::string_view> engines;
  for (const Case& one : cases) engines.insert(one.measurement->row->framework);
  return engines.size();
}

/// The weight of one measurement of each engine.
std::map<std::string_view, double> engine_weights(const std::vector<Case>& cases) {
  std::map<std::string_view, std::set<std::string_view>> gpus;
  std::map<std::string_view, double> counts;
  for (const Case& one : cases) {
    const Measurement& row = *one.measurement->row;
    gpus[row.framework].insert(row.gpu);
    ++counts[row.framework];
  }
  const auto most = std::max_element(gpus.begin(), gpus.end(),
                                     [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  const std::size_t others = counts.size() - 1;
  std::map<std::string_view, double> weights;
  for (const auto& [engine, count] : counts) {
    const double share = engine == most->first ? k_half : k_half / static_cast<double>(others);
    weights[engine] = others < k_fewest_others ? 1 : share / count;
  }
  return weights;
}

std::vector<Case> cases_of(std::span<const TokenMeasurement> measurements, const TokenIndices& indices, bool prompts) {
  std::vector<Case> cases;
  for (const TokenMeasurement& one : measurements) {
    const Performance* performance = one.is_prompt == prompts ? performance_of(one, indices) : nullptr;
    if (performance == nullptr) continue;
    const double gigabytes = one.work.weights.value() + one.work.keys_values.value();
    cases.push_back({&one, performance, one.row->value / performance->index, prompts ? one.work.gflops : gigabytes, 0});
  }
  const auto weights = engine_weights(cases);
  for (Case& one : cases) one.weight = weights.at(one.measurement->row->framework);
  return cases;
}

double to_hundredths(double figure) { return std::round(figure * 100) / 100; }

struct Weighted {
  double value = 0;
  double weight = 0;
};

/// The smallest value that at least `part` of all weight does not exceed.
double weighted_quantile(std::vector<Weighted> values, double part) {
  std::sort(values.begin(), values.end(), [](const Weighted& a, const Weighted& b) { return a.value < b.value; });
  double left = 0;
  for (const Weighted& one : values) left += part * one.weight;
  for (const auto& [value, weight] : values) {
    left -= weight;
    if (left <= 0) return value;
  }
  return values.back().value;
}

/// What engines must add to the interval of the index so that 80 % of the measurements lie within. One that does
/// without adds nothing.
double spread_of(const std::vector<Case>& cases, const Pair& pair) {
  std::vector<Weighted> needed;
  needed.reserve(cases.size());
  for (const Case& one : cases) {
    const double error = std::log(one.value * (pair.seconds + one.work / pair.rate));
    const Performance& index = *one.performance;
    const double of_index = error < 0 ? std::log(index.index / index.low) : std::log(index.high / index.index);
    needed.push_back({std::sqrt(std::max(0.0, error * error - of_index * of_index)), one.weight});
  }
  return to_hundredths(weighted_quantile(std::move(needed), k_coverage));
}

/// What nine in ten measurements of one sequence on one GPU reach at most of what its memory has the bandwidth for, of
/// whatever engine; all of it where no bandwidth is known.
double roof_share_of(std::span<const TokenMeasurement> measurements) {
  std::vector<double> shares;
  for (const TokenMeasurement& one : measurements) {
    if (one.is_prompt || one.setting.gpus > 1 || one.setting.batch > 1) continue;
    const auto roof = writing_roof(one.work, one.setting);
    if (roof) shares.push_back(one.row->value / *roof);
  }
  return shares.empty() ? 1 : std::min(1.0, to_hundredths(quantile(std::move(shares), 1 - k_beyond)));
}

struct Point {
  int gpus = 0;
  double seconds = 0;
};

/// constant / (constant + slope) of the line seconds = constant + slope / gpus, neither below 0.
double fixed_part_of(const std::vector<Point>& points) {
  double x_mean = 0;
  double y_mean = 0;
  for (const auto& [gpus, seconds] : points) {
    x_mean += 1.0 / gpus / static_cast<double>(points.size());
    y_mean += seconds / static_cast<double>(points.size());
  }
  double squares = 0;
  double products = 0;
  for (const auto& [gpus, seconds] : points) {
    squares += (1.0 / gpus - x_mean) * (1.0 / gpus - x_mean);
    products += (1.0 / gpus - x_mean) * (seconds - y_mean);
  }
  const double slope = products / squares;
  const double constant = y_mean - slope * x_mean;
  if (slope <= 0) return 1;
  return std::max(constant, 0.0) / (std::max(constant, 0.0) + slope);
}

using Configuration = std::tuple<std::string_view, std::string_view, std::string_view,
                                 std::string_view>;  // dataset, gpu, model, framework

/// The fixed part of each configuration that was measured on several numbers of GPUs.
std::vector<double> fixed_parts(std::span<const TokenMeasurement> measurements) {
  std::map<Configuration, std::vector<Point>> points;
  for (const TokenMeasurement& one : measurements) {
    if (one.is_prompt || one.setting.split != GpuSplit::tensors) continue;
    const Measurement& row = *one.row;
    points[{row.dataset, row.gpu, row.model, row.framework}].push_back({row.gpu_count, 1 / row.value});
  }
  std::vector<double> parts;
  for (const auto& entry : points) {
    const std::vector<Point>& its_points = entry.second;
    const bool has_several = std::any_of(its_points.begin(), its_points.end(),
                                         [&](const Point& point) { return point.gpus != its_points.front().gpus; });
    if (has_several) parts.push_back(fixed_part_of(its_points));
  }
  return parts;
}

}  // namespace

TokenRateFit fit_token_rates(std::span<const TokenMeasurement> measurements, const TokenIndices& indices) {
  const auto written = cases_of(measurements, indices, false);
  const auto read = cases_of(measurements, indices, true);
  const auto parts = fixed_parts(measurements);
  const Pair writing = least_errors(written, k_step_seconds, k_bandwidths);
  const Pair reading = least_errors(read, k_prompt_seconds, k_gflops);
  TokenRateFit fit;
  fit.written = static_cast<int>(written.size());
  fit.read = static_cast<int>(read.size());
  fit.split = static_cast<int>(parts.size());
  fit.constants.step_seconds = writing.seconds;
  fit.constants.bandwidth = writing.rate;
  fit.constants.prompt_seconds = reading.seconds;
  fit.constants.gflops = reading.rate;
  fit.constants.writing_engines = spread_of(written, writing);
  fit.constants.reading_engines = spread_of(read, reading);
  if (engines_in(read) <= k_fewest_others) {
    fit.constants.reading_engines = std::max(fit.constants.reading_engines, fit.constants.writing_engines);
  }
  fit.constants.roof_share = roof_share_of(measurements);
  fit.constants.fixed = {to_hundredths(median(parts)), to_hundredths(quantile(parts, k_beyond)),
                         to_hundredths(quantile(parts, 1 - k_beyond))};
  return fit;
}

bool can_fit_token_rates(std::span<const TokenMeasurement> measurements, const TokenIndices& indices) {
  const auto counts = [&](bool prompts) {
    return std::any_of(measurements.begin(), measurements.end(), [&](const TokenMeasurement& one) {
      return one.is_prompt == prompts && performance_of(one, indices) != nullptr;
    });
  };
  return counts(false) && counts(true) && !fixed_parts(measurements).empty();
}

}  // namespace gpuadvisor
