#include "calibration.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "calibration/tokens/token_scores.hpp"
#include "order_statistics.hpp"
#include "reference_rates.hpp"
#include "score_storage.hpp"
#include "speedups.hpp"

namespace gpuadvisor {
namespace {

std::vector<std::string_view> unconnected_gpus(const std::vector<MeasurementSheet>& read,
                                               const std::vector<SheetFit>& sheets) {
  std::set<std::string_view> gpus;
  for (const MeasurementSheet& sheet : read) {
    for (const Reading& reading : sheet.readings) gpus.insert(reading.gpu);
  }
  for (const auto gpu : gpus_of(sheets)) gpus.erase(gpu);
  return {gpus.begin(), gpus.end()};
}

/// The GPU that the others are measured against: the reference card, else that of the most readings.
std::string_view scale_gpu(const std::vector<MeasurementSheet>& sheets, std::string_view reference) {
  std::map<std::string_view, int> readings;
  for (const MeasurementSheet& sheet : sheets) {
    for (const MeasurementSheet& part : comparable_parts(sheet)) {
      for (const Reading& reading : part.readings) ++readings[reading.gpu];
    }
  }
  if (readings.empty() || readings.contains(reference)) return reference;
  return std::max_element(readings.begin(), readings.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

std::optional<Calibration> calibrated(const Benchmarks& benchmarks, const Catalog& catalog, const Workload& workload,
                                      ScorePrecision precision, std::optional<Day> known_by) {
  const SpecTable specs = spec_table(catalog, workload);
  Calibration found;
  found.workload = workload.id;
  found.precision = precision;
  auto sheets = sheets_of(benchmarks, catalog, workload.id, precision, known_by);
  const std::string_view reference = scale_gpu(sheets, catalog.reference()->gpu);
  found.panel = panel_of(std::move(sheets), specs, reference, workload.adds_times);
  found.sheets = connected_sheets(found.panel);
  const auto gpus = gpus_of(found.sheets);
  const auto with_specs =
      std::count_if(gpus.begin(), gpus.end(), [&](const auto gpu) { return specs.at(gpu).features.has_value(); });
  if (static_cast<std::size_t>(with_specs) < k_fewest_gpus) return std::nullopt;
  found.fit = fit_scores_jointly(found.sheets, specs, reference, workload.adds_times);
  if (reference != catalog.reference()->gpu) found.log_scale = found.fit.model.log_estimate_of_reference();
  found.unconnected = unconnected_gpus(found.panel.read, found.sheets);
  return found;
}

/// The readings of one GPU that entered the fit.
struct ReadingsOf {
  int readings = 0;
  std::set<std::string_view> sources;
};

std::map<std::string_view, ReadingsOf> readings_of(const Calibration& calibration) {
  std::map<std::string_view, ReadingsOf> found;
  const auto linked = gpus_of(calibration.sheets);
  for (const FittedSheet& known : calibration.panel.sheets) {
    if (!linked.contains(known.sheet.readings.front().gpu)) continue;  // a part is linked as a whole
    for (const Reading& reading : known.sheet.readings) {
      ReadingsOf& of_gpu = found[reading.gpu];
      ++of_gpu.readings;
      of_gpu.sources.insert(reading.sources.begin(), reading.sources.end());
    }
  }
  return found;
}

/// Of the GPU that stands in for the reference card: each sheet puts it where it is, since it tells their levels.
std::vector<ScoreEvidence> evidence_of_scale(std::string_view gpu, const Calibration& calibration) {
  if (calibration.log_scale == 0) return {};
  std::vector<ScoreEvidence> evidence;
  int all = 0;
  for (const SheetFit& sheet : calibration.sheets) {
    for (const GpuEffect& effect : sheet.effects) {
      if (effect.gpu != gpu) continue;
      evidence.push_back({sheet.dataset, stored(std::exp(-calibration.log_scale)), 0, effect.readings});
      all += effect.readings;
    }
  }
  for (ScoreEvidence& one : evidence) one.share = to_decimals(static_cast<double>(one.measurements) / all, 4);
  return evidence;
}

/// What the sheets say of a GPU, by dataset. The specs of a GPU that lacks a figure count for next to nothing in the
/// fit, and for nothing here.
std::vector<ScoreEvidence> evidence_of(std::string_view gpu, const Calibration& calibration, const SpecTable& specs) {
  const auto parts = calibration.fit.parts.find(gpu);
  if (parts == calibration.fit.parts.end()) return evidence_of_scale(gpu, calibration);
  double sum = 0;
  for (const SheetPart& part : parts->second) sum += part.share;
  const double whole = specs.at(gpu).features ? 1 : sum;
  std::vector<ScoreEvidence> evidence;
  for (const auto& [sheet, log_index, share] : parts->second) {
    const SheetFit& from = calibration.sheets[sheet];
    const auto effect = std::find_if(from.effects.begin(), from.effects.end(),
                                     [&](const GpuEffect& candidate) { return candidate.gpu == gpu; });
    evidence.push_back({from.dataset, stored(std::exp(log_index - calibration.log_scale)),
                        to_decimals(share / whole, 4), effect->readings});
  }
  return evidence;
}

/// The 80 % interval of ln index of a GPU that was left out, on GPUs that networks were timed on.
double left_out_spread(const Calibration& calibration, const SpecTable& specs, const ScoreFit& measured,
                       LeftOut left_out) {
  const auto judged = gpus_of(calibration.sheets, true);
  std::vector<double> errors;
  for (const auto& [gpu, estimate] : left_out_estimates(calibration.panel, specs, left_out)) {
    if (judged.contains(gpu)) errors.push_back(estimate - measured.indices.at(gpu).mean);
  }
  constexpr double k_unknown = 1;  // a factor of e either way: nothing was left to judge by
  if (errors.empty()) return k_unknown;
  const double shift = median(errors);  // what the measurements of the reference alone are off
  for (double& error : errors) error = std::abs(error - shift);
  return conformal_quantile(std::move(errors), k_coverage);
}

ScoreModel model_of(const Calibration& calibration, const Catalog& catalog, const SpecTable& specs,
                    ScoreStorage& storage) {
  const ScoreFit measured = fit_measurements_alone(calibration.sheets, calibration.panel.reference);
  const double near = left_out_spread(calibration, specs, measured, LeftOut::gpu);
  // Less is known of an architecture that was never seen, whatever the errors of a few say.
  const double elsewhere = std::max(near, left_out_spread(calibration, specs, measured, LeftOut::architecture));
  const auto& [coefficients, intercept, variance, adds_times] = calibration.fit.model;
  const double scale = adds_times ? std::exp(calibration.log_scale) : 1;  // of the reference's time
  std::set<std::string_view> architectures;
  int gpus = 0;
  for (const auto& [gpu, index] : calibration.fit.indices) {
    const GpuSpecs& known = specs.at(gpu);
    if (known.other_vendor || !known.features) continue;
    architectures.insert(known.architecture);
    ++gpus;
  }
  return {.workload = calibration.workload,
          .precision = calibration.precision,
          .adds_times = adds_times,
          .intercept = stored_coefficient(adds_times ? scale * intercept : intercept - calibration.log_scale),
          .tensor = stored_coefficient(scale * coefficients[0]),
          .bandwidth = stored_coefficient(scale * coefficients[1]),
          .compute = stored_coefficient(scale * coefficients[2]),
          .spread = stored_coefficient(near),
          .spread_elsewhere = stored_coefficient(elsewhere),
          .other_vendor = k_other_vendor,
          .spread_other_vendor = stored_coefficient(std::hypot(elsewhere, k_normal_deviations * k_other_vendor_spread)),
          .gpus = gpus,
          .vendor = catalog.gpu(calibration.panel.reference)->vendor,
          .architecture = {},
          .memory = {},
          .architectures = storage.keep({architectures.begin(), architectures.end()})};
}

/// What the variances of ln index hold of the GPU that they are against. All of it where that is the reference card,
/// which is 1 by definition; else so much that the variances of two add up to that of their ratio (quasi-variances,
/// Firth and de Menezes 2004): half of the least.
double scale_variance(const Calibration& calibration) {
  if (calibration.log_scale == 0) return 0;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [gpu, index] : calibration.fit.indices) {
    if (gpu != calibration.panel.reference) least = std::min(least, index.variance);
  }
  return least / 2;
}

void add_scores(std::vector<Score>& scores, const Calibration& calibration, const SpecTable& specs,
                FamiliarRates& rates, ScoreStorage& storage) {
  const auto moves = largest_moves(calibration.panel, specs, calibration.fit);
  auto readings_by_gpu = readings_of(calibration);
  const double of_scale = scale_variance(calibration);
  for (const auto& [gpu, index] : calibration.fit.indices) {
    const bool is_scale = gpu == calibration.panel.reference;
    const auto move = moves.find(gpu);
    const double variance = is_scale ? of_scale : index.variance - of_scale;
    const double moved = is_scale || move == moves.end() ? 0 : move->second;
    const double half = std::max(k_normal_deviations * std::sqrt(variance), moved);
    const double log_index = index.mean - calibration.log_scale;
    const auto& [readings, sources] = readings_by_gpu[gpu];
    scores.push_back({.gpu = gpu,
                      .workload = calibration.workload,
                      .precision = calibration.precision,
                      .index = stored(std::exp(log_index)),
                      .low = stored(std::exp(log_index - half)),
                      .high = stored(std::exp(log_index + half)),
                      .measurements = readings,
                      .sources = storage.keep({sources.begin(), sources.end()}),
                      .evidence = storage.evidence.emplace_back(evidence_of(gpu, calibration, specs)),
                      .rates = storage.readings.emplace_back(std::move(rates.readings[gpu]))});
  }
}

bool has_reference_card(const Catalog& catalog) {
  return catalog.reference() && catalog.gpu(catalog.reference()->gpu) != nullptr;
}

void add_scores(FittedScores& found, const Calibration& calibration, const Catalog& catalog, ScoreStorage& storage) {
  const Workload& workload = *catalog.workload(calibration.workload);
  const SpecTable specs = spec_table(catalog, workload);
  FamiliarRates rates = reference_throughputs(calibration, workload, storage);
  found.models.push_back(model_of(calibration, catalog, specs, storage));
  found.models.back().rates = storage.reference_rates.emplace_back(std::move(rates.of_reference));
  add_scores(found.scores, calibration, specs, rates, storage);
}

void add_speedups(FittedScores& found, const Benchmarks& benchmarks, const Catalog& catalog,
                  std::optional<Day> known_by, ScoreStorage& storage) {
  for (MeasuredSpeedup& speedup : measured_speedups(benchmarks, catalog, known_by)) {
    found.speedups.push_back({.workload = speedup.workload,
                              .count = speedup.count,
                              .basis = SpeedupBasis::measured,
                              .speedup = stored(speedup.median),
                              .low = stored(speedup.low),
                              .high = stored(speedup.high),
                              .measurements = speedup.pairs,
                              .sources = storage.keep(std::move(speedup.sources))});
  }
}

std::shared_ptr<ScoreStorage> storage_of(const Benchmarks& benchmarks, const Catalog& catalog) {
  return std::make_shared<ScoreStorage>(ScoreStorage{catalog, benchmarks.storage});
}

}  // namespace

std::vector<Calibration> calibrations(const Benchmarks& benchmarks, const Catalog& catalog,
                                      std::optional<Day> known_by) {
  std::vector<Calibration> found;
  if (!has_reference_card(catalog)) return found;
  for (const Workload& workload : catalog.records<Workload>()) {
    if (!workload.order || is_of_tokens(workload.id)) continue;
    for (const auto precision : {ScorePrecision::fp16, ScorePrecision::fp32}) {
      auto calibration = calibrated(benchmarks, catalog, workload, precision, known_by);
      if (calibration) found.push_back(std::move(*calibration));
    }
  }
  std::sort(found.begin(), found.end(), [](const Calibration& a, const Calibration& b) {
    return std::tie(a.workload, a.precision) < std::tie(b.workload, b.precision);
  });
  return found;
}

FittedScores fit_scores(const Benchmarks& benchmarks, const Catalog& catalog, std::optional<Day> known_by) {
  return fit_scores(benchmarks, catalog, known_by, calibrations(benchmarks, catalog, known_by));
}

FittedScores fit_scores(const Benchmarks& benchmarks, const Catalog& catalog, std::optional<Day> known_by,
                        std::span<const Calibration> fitted) {
  const auto storage = storage_of(benchmarks, catalog);
  FittedScores found;
  for (const Calibration& calibration : fitted) add_scores(found, calibration, catalog, *storage);
  found.phases = token_phases(token_measurements(benchmarks, catalog, known_by), catalog);
  for (const TokenPhase& phase : found.phases) add_token_scores(found, phase, *storage);
  std::stable_sort(found.models.begin(), found.models.end(), [](const ScoreModel& a, const ScoreModel& b) {
    return std::tie(a.workload, a.precision) < std::tie(b.workload, b.precision);
  });
  std::stable_sort(found.scores.begin(), found.scores.end(), [](const Score& a, const Score& b) {
    return std::tie(a.workload, a.precision) < std::tie(b.workload, b.precision);
  });
  add_speedups(found, benchmarks, catalog, known_by, *storage);
  found.storage = storage;
  return found;
}

FittedScores fit_scores_of(const Benchmarks& benchmarks, const Catalog& catalog, std::optional<Day> known_by,
                           std::string_view workload, ScorePrecision precision) {
  const auto storage = storage_of(benchmarks, catalog);
  FittedScores found;
  found.storage = storage;
  const Workload* known = catalog.workload(workload);
  if (known == nullptr || !known->order || !has_reference_card(catalog)) return found;
  if (!is_of_tokens(workload)) {
    const auto calibration = calibrated(benchmarks, catalog, *known, precision, known_by);
    if (calibration) add_scores(found, *calibration, catalog, *storage);
  } else if (precision == ScorePrecision::fp16) {
    const auto phase = token_phase(workload, token_measurements(benchmarks, catalog, known_by), catalog);
    if (phase) add_token_scores(found, *phase, *storage);
  }
  return found;
}

FittedScores fit_speedups(const Benchmarks& benchmarks, const Catalog& catalog, std::optional<Day> known_by) {
  const auto storage = storage_of(benchmarks, catalog);
  FittedScores found;
  add_speedups(found, benchmarks, catalog, known_by, *storage);
  found.storage = storage;
  return found;
}

}  // namespace gpuadvisor
