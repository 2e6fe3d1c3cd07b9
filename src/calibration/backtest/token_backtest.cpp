#include "token_backtest.hpp"

#include <cmath>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "calibration/speed/order_statistics.hpp"
#include "gpuadvisor/scoring/estimate.hpp"

namespace gpuadvisor {
namespace {

using ByGpu = std::map<std::string_view, Performance>;

ByGpu* indices_of(TokenIndices& indices, std::string_view workload) {
  if (workload == k_decode_workload) return &indices.decoding;
  return workload == k_prompt_workload ? &indices.prompts : nullptr;
}

const ScoreModel* model_of(const FittedScores& fitted, const Calibration& calibration) {
  for (const ScoreModel& model : fitted.models) {
    if (model.workload == calibration.workload && model.precision == calibration.precision) return &model;
  }
  return nullptr;
}

Performance estimated(double log_index, double spread) {
  return {
      std::exp(log_index), std::exp(log_index - spread), std::exp(log_index + spread), Basis::estimated, 0, true, {}};
}

/// What is predicted of a measurement; nothing of a GPU without an index.
std::optional<TokenRate> predicted(const TokenMeasurement& one, const TokenIndices& indices) {
  const auto prompts = indices.prompts.find(one.row->gpu);
  if (prompts == indices.prompts.end()) return std::nullopt;
  if (one.is_prompt) return prompt_rate(prompts->second, one.work, one.setting);
  const auto decoding = indices.decoding.find(one.row->gpu);
  if (decoding == indices.decoding.end()) return std::nullopt;
  return decode_rate(decoding->second, prompts->second, one.work, one.setting);
}

TokenJudgement judged(const std::vector<const TokenMeasurement*>& group, const TokenIndices& indices) {
  TokenJudgement found;
  std::set<std::string_view> gpus;
  std::vector<double> errors;
  std::vector<double> ratios;
  for (const TokenMeasurement* one : group) {
    const auto rate = predicted(*one, indices);
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

std::vector<TokenBacktestRow> judged_groups(std::span<const TokenMeasurement> measurements, const TokenIndices& known,
                                            const TokenIndices& left_out) {
  std::map<std::tuple<std::string_view, TokenGroup, std::string_view>, std::vector<const TokenMeasurement*>> groups;
  for (const TokenMeasurement& one : measurements) {
    const TokenGroup group = group_of(one);
    groups[{one.row->workload, group, ""}].push_back(&one);
    if (group != TokenGroup::one_sequence) continue;
    groups[{one.row->workload, TokenGroup::engine, one.row->framework}].push_back(&one);
    if (one.network->experts) groups[{one.row->workload, TokenGroup::experts, ""}].push_back(&one);
  }
  std::vector<TokenBacktestRow> rows;
  rows.reserve(groups.size());
  for (const auto& [key, group] : groups) {
    const auto& [workload, kind, engine] = key;
    const TokenBacktestRow row{workload, kind, engine, judged(group, known), judged(group, left_out)};
    if (row.known.measurements + row.left_out.measurements > 0) rows.push_back(row);
  }
  return rows;
}

}  // namespace

TokenIndices known_indices(std::span<const Score> scores) {
  TokenIndices found;
  for (const Score& score : scores) {
    ByGpu* const indices = score.precision == ScorePrecision::fp16 ? indices_of(found, score.workload) : nullptr;
    if (indices == nullptr) continue;
    (*indices)[score.gpu] = {
        score.index.value(), score.low.value(), score.high.value(), Basis::measured, score.measurements, true, {}};
  }
  return found;
}

TokenIndices left_out_indices(std::span<const Calibration> calibrations, const FittedScores& fitted,
                              const Catalog& catalog) {
  TokenIndices found;
  for (const Calibration& calibration : calibrations) {
    ByGpu* const indices = indices_of(found, calibration.workload);
    const ScoreModel* const model = model_of(fitted, calibration);
    if (indices == nullptr || calibration.precision != ScorePrecision::fp16 || model == nullptr) continue;
    const SpecTable specs = spec_table(catalog, *catalog.workload(calibration.workload));
    const auto without = left_out_estimates(calibration.panel, specs, LeftOut::gpu);
    for (const Gpu& gpu : catalog.gpus()) {
      const double spread = estimate_spread(*model, gpu);
      const auto measured = without.find(gpu.id);
      if (measured != without.end()) {
        (*indices)[gpu.id] = estimated(measured->second, spread);
      } else if (!calibration.fit.indices.contains(gpu.id)) {
        const auto estimate = estimate_of(*model, gpu, *catalog.reference());
        if (estimate) (*indices)[gpu.id] = estimated(estimate->log_index(), spread);
      }
    }
  }
  return found;
}

std::optional<TokenBacktest> token_backtest(const Benchmarks& benchmarks, const Catalog& catalog) {
  const auto fitted = calibrations(benchmarks, catalog, std::nullopt);
  const FittedScores scores = fit_scores(benchmarks, catalog, std::nullopt, fitted);
  const TokenIndices known = known_indices(scores.scores);
  const auto measurements = token_measurements(benchmarks, catalog);
  if (!can_fit_token_rates(measurements, known)) return std::nullopt;
  std::optional<TokenBacktest> backtest(std::in_place);
  backtest->fit = fit_token_rates(measurements, known);
  backtest->rows = judged_groups(measurements, known, left_out_indices(fitted, scores, catalog));
  return backtest;
}

}  // namespace gpuadvisor
