#include "token_backtest.hpp"

#include <cmath>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "calibration/speed/order_statistics.hpp"
#include "sizing/measured_tokens.hpp"

namespace gpuadvisor {
namespace {

/// What is predicted of a measurement; nothing of a GPU that was not measured in both phases.
std::optional<TokenRate> predicted(const TokenMeasurement& one, const TokenSpeeds& speeds) {
  const auto reading = speeds.reading.find(one.row->gpu);
  if (reading == speeds.reading.end()) return std::nullopt;
  if (one.is_prompt) return prompt_rate(reading->second, one.work, one.setting);
  const auto writing = speeds.writing.find(one.row->gpu);
  if (writing == speeds.writing.end()) return std::nullopt;
  return decode_rate(writing->second, reading->second, one.work, one.setting);
}

TokenJudgement judged(const std::vector<const TokenMeasurement*>& group, const TokenSpeeds& speeds) {
  TokenJudgement found;
  std::set<std::string_view> gpus;
  std::vector<double> errors;
  std::vector<double> ratios;
  for (const TokenMeasurement* one : group) {
    const auto rate = predicted(*one, speeds);
    if (!rate) continue;
    const double value = one->row->value;
    gpus.insert(one->row->gpu);
    errors.push_back(std::abs(rate->middle / value - 1));
    ratios.push_back(value / rate->middle);
    found.below += value < rate->low ? 1 : 0;
    found.above += value > rate->high ? 1 : 0;
  }
  if (errors.empty()) return found;
  found.measurements = static_cast<int>(errors.size());
  found.gpus = static_cast<int>(gpus.size());
  found.below /= found.measurements;
  found.above /= found.measurements;
  found.coverage = 1 - found.below - found.above;
  found.median_error = median(std::move(errors));
  found.median_ratio = median(std::move(ratios));
  return found;
}

TokenGroup group_of(const TokenMeasurement& one) {
  if (one.setting.gpus > 1) {
    return one.setting.split == GpuSplit::layers ? TokenGroup::layers_split : TokenGroup::tensors_split;
  }
  return one.setting.batch > 1 ? TokenGroup::several_sequences : TokenGroup::one_sequence;
}

using Groups = std::map<std::tuple<std::string_view, TokenGroup, std::string_view>,
                        std::vector<const TokenMeasurement*>>;  // by workload, group, and what it is of

/// The fastest that each GPU was measured at with the standard network, by the engine that rates are told of.
std::vector<const TokenMeasurement*> fastest_of_gpus(std::span<const TokenMeasurement> measurements) {
  std::map<std::pair<std::string_view, std::string_view>, const TokenMeasurement*> fastest;
  for (const TokenMeasurement& one : measurements) {
    const bool is_meant = group_of(one) == TokenGroup::one_sequence && one.row->model == k_standard_network &&
                          engine_of(one.row->framework) == k_told_engine;
    if (!is_meant) continue;
    const TokenMeasurement*& best = fastest[{one.row->workload, one.row->gpu}];
    if (best == nullptr || one.row->value > best->row->value) best = &one;
  }
  std::vector<const TokenMeasurement*> found;
  found.reserve(fastest.size());
  for (const auto& [key, one] : fastest) found.push_back(one);
  return found;
}

/// Of each job on several GPUs the fastest by engines in use: the speed that is told is that of the best.
std::vector<const TokenMeasurement*> fastest_of_several(std::span<const TokenMeasurement> measurements) {
  using Job = std::tuple<std::string_view, std::string_view, std::string_view, int, GpuSplit, int, std::optional<int>,
                         std::optional<int>>;
  std::map<Job, const TokenMeasurement*> fastest;
  for (const TokenMeasurement& one : measurements) {
    const Measurement& row = *one.row;
    if (one.setting.gpus == 1 || !is_in_use(engine_of(row.framework))) continue;
    const TokenMeasurement*& best = fastest[{row.workload, row.gpu, row.model, one.setting.gpus, one.setting.split,
                                             one.setting.batch, row.prompt_tokens, row.context_tokens}];
    if (best == nullptr || row.value > best->row->value) best = &one;
  }
  std::vector<const TokenMeasurement*> found;
  found.reserve(fastest.size());
  for (const auto& [key, one] : fastest) found.push_back(one);
  return found;
}

Groups groups_of(std::span<const TokenMeasurement> measurements, const Catalog& catalog) {
  Groups groups;
  for (const TokenMeasurement& one : measurements) {
    const std::string_view workload = one.row->workload;
    const TokenGroup group = group_of(one);
    if (one.setting.gpus == 1) groups[{workload, group, ""}].push_back(&one);
    if (group != TokenGroup::one_sequence) continue;
    groups[{workload, TokenGroup::engine, one.row->framework}].push_back(&one);
    if (!is_in_use(engine_of(one.row->framework))) continue;
    groups[{workload, TokenGroup::in_use, ""}].push_back(&one);
    if (one.network->experts) groups[{workload, TokenGroup::experts, ""}].push_back(&one);
  }
  for (const TokenMeasurement* one : fastest_of_several(measurements)) {
    groups[{one->row->workload, group_of(*one), ""}].push_back(one);
  }
  for (const TokenMeasurement* one : fastest_of_gpus(measurements)) {
    groups[{one->row->workload, TokenGroup::fastest, ""}].push_back(one);
    groups[{one->row->workload, TokenGroup::vendor, catalog.gpu(one->row->gpu)->vendor}].push_back(one);
  }
  return groups;
}

std::vector<TokenBacktestRow> judged_groups(std::span<const TokenMeasurement> measurements, const Catalog& catalog,
                                            const TokenSpeeds& known, const TokenSpeeds& left_out) {
  const Groups groups = groups_of(measurements, catalog);
  std::vector<TokenBacktestRow> rows;
  rows.reserve(groups.size());
  for (const auto& [key, group] : groups) {
    const auto& [workload, kind, of] = key;
    const TokenBacktestRow row{workload, kind, of, judged(group, known), judged(group, left_out)};
    if (row.known.measurements + row.left_out.measurements > 0) rows.push_back(row);
  }
  return rows;
}

}  // namespace

std::optional<TokenBacktest> token_backtest(const Benchmarks& benchmarks, const Catalog& catalog) {
  const auto measurements = token_measurements(benchmarks, catalog);
  const auto phases = token_phases(measurements, catalog);
  if (!can_fit_token_rates(measurements, phases)) return std::nullopt;
  std::optional<TokenBacktest> backtest(std::in_place);
  backtest->fit = fit_token_rates(measurements, phases, catalog);
  backtest->rows =
      judged_groups(measurements, catalog, known_speeds(phases, catalog), left_out_speeds(phases, catalog));
  return backtest;
}

}  // namespace gpuadvisor
