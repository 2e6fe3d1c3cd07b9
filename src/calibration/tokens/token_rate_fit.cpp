#include "token_rate_fit.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "calibration/speed/order_statistics.hpp"
#include "calibration/speed/score_storage.hpp"
#include "sizing/measured_tokens.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_beyond = 0.1;  // on either side of what holds 80 %

double to_hundredths(double figure) { return to_decimals(figure, 2); }

double rate_of(const TokenMeasurement& one, const TokenSpeeds& speeds, const TokenConstants& constants) {
  const PhaseSpeed& reading = speeds.reading.at(one.row->gpu);
  if (one.is_prompt) return 1 / prompt_token_seconds(reading, one.work, constants);
  return 1 / step_seconds(speeds.writing.at(one.row->gpu), reading, one.work, 1, constants);
}

/// One sequence on one GPU of known speeds, by an engine that people use.
bool counts(const TokenMeasurement& one, const TokenSpeeds& speeds) {
  return one.setting.gpus == 1 && one.setting.batch == 1 && is_in_use(engine_of(one.row->framework)) &&
         speeds.writing.contains(one.row->gpu) && speeds.reading.contains(one.row->gpu);
}

/// What engines must add to the interval of the index so that 80 % of the measurements lie within. One that does
/// without adds nothing.
double spread_of(std::span<const TokenMeasurement> measurements, bool prompts, const TokenSpeeds& speeds,
                 const TokenConstants& constants) {
  std::vector<double> needed;
  for (const TokenMeasurement& one : measurements) {
    if (one.is_prompt != prompts || !counts(one, speeds)) continue;
    const auto& by_gpu = prompts ? speeds.reading : speeds.writing;
    const Performance& index = by_gpu.at(one.row->gpu).performance;
    const double error = std::log(rate_of(one, speeds, constants) / one.row->value);
    const double of_index = error > 0 ? std::log(index.index / index.low) : std::log(index.high / index.index);
    needed.push_back(std::sqrt(std::max(0.0, error * error - of_index * of_index)));
  }
  return needed.empty() ? 0 : to_hundredths(quantile(std::move(needed), k_coverage));
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

using Configuration = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view, int,
                                 std::optional<int>, std::string_view>;  // dataset, gpu, model, framework, batch,
                                                                         // tokens, setting

/// The fixed part of each configuration that was measured on several numbers of GPUs.
std::vector<double> fixed_parts(std::span<const TokenMeasurement> measurements) {
  std::map<Configuration, std::vector<Point>> points;
  for (const TokenMeasurement& one : measurements) {
    if (one.is_prompt || one.setting.split != GpuSplit::tensors) continue;
    const Measurement& row = *one.row;
    points[{row.dataset, row.gpu, row.model, row.framework, one.setting.batch, row.prompt_tokens, row.setting}]
        .push_back({row.gpu_count, 1 / row.value});
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

/// A GPU's speed by a phase's fit, as stored records tell it.
PhaseSpeed speed_by(const TokenPhase& phase, const TokenTime& time, const Features& times, double log_deviation,
                    double half) {
  const double seconds = time.seconds(times);
  const double index = phase.reference_seconds / seconds * std::exp(log_deviation);
  return {{index, index * std::exp(-half), index * std::exp(half), Basis::measured, 0, true, {}},
          1 - time.overhead / seconds};
}

std::map<std::string_view, PhaseSpeed> known_in(const TokenPhase& phase, const Catalog& catalog) {
  std::map<std::string_view, PhaseSpeed> speeds;
  for (const auto& [id, deviation] : phase.fit.gpus()) {
    const Gpu& gpu = *catalog.gpu(id);
    const bool is_reference = id == catalog.reference()->gpu;
    const double half = is_reference ? 0 : k_normal_deviations * std::sqrt(deviation.variance);
    speeds[id] = speed_by(phase, phase.fit.time_of(kin_of(gpu)), *time_features_of(gpu, *catalog.reference()),
                          deviation.mean, half);
  }
  return speeds;
}

std::map<std::string_view, PhaseSpeed> left_out_in(const TokenPhase& phase, const Catalog& catalog) {
  std::map<std::string_view, PhaseSpeed> speeds;
  for (const auto& [id, time] : phase.left_out) {
    const Gpu& gpu = *catalog.gpu(id);
    PhaseSpeed speed = speed_by(phase, time, *time_features_of(gpu, *catalog.reference()), 0, phase.spread);
    speed.performance.basis = Basis::estimated;
    speeds[id] = speed;
  }
  return speeds;
}

ExpertFactors rounded(const ExpertFactors& factors) {
  return {to_hundredths(factors.overhead), to_hundredths(factors.work)};
}

}  // namespace

TokenSpeeds known_speeds(std::span<const TokenPhase> phases, const Catalog& catalog) {
  return {known_in(phases[0], catalog), known_in(phases[1], catalog)};
}

TokenSpeeds left_out_speeds(std::span<const TokenPhase> phases, const Catalog& catalog) {
  return {left_out_in(phases[0], catalog), left_out_in(phases[1], catalog)};
}

TokenRateFit fit_token_rates(std::span<const TokenMeasurement> measurements, std::span<const TokenPhase> phases,
                             const Catalog& catalog) {
  const TokenSpeeds speeds = known_speeds(phases, catalog);
  const std::string_view reference = catalog.reference()->gpu;
  const auto parts = fixed_parts(measurements);
  TokenRateFit fit;
  TokenConstants& found = fit.constants;
  fit.written = static_cast<int>(phases[0].readings.size());
  fit.read = static_cast<int>(phases[1].readings.size());
  fit.split = static_cast<int>(parts.size());
  found.step_seconds = to_decimals(phases[0].reference_seconds, 5);
  found.prompt_seconds = to_decimals(phases[1].reference_seconds, 6);
  found.step_work = to_hundredths(speeds.writing.at(reference).work_share);
  found.prompt_work = to_hundredths(speeds.reading.at(reference).work_share);
  found.writing_experts = rounded(phases[0].fit.experts());
  found.reading_experts = rounded(phases[1].fit.experts());
  found.writing_engines = spread_of(measurements, false, speeds, found);
  found.reading_engines = spread_of(measurements, true, speeds, found);
  found.roof_share = roof_share_of(measurements);
  found.fixed = {to_hundredths(median(parts)), to_hundredths(quantile(parts, k_beyond)),
                 to_hundredths(quantile(parts, 1 - k_beyond))};
  return fit;
}

bool can_fit_token_rates(std::span<const TokenMeasurement> measurements, std::span<const TokenPhase> phases) {
  return phases.size() == 2 && !fixed_parts(measurements).empty();
}

}  // namespace gpuadvisor
