#include "token_backtest.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "calibration/speed/order_statistics.hpp"
#include "gpuadvisor/scoring/serving_rate.hpp"
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

/// Collects how measurements compare with predictions.
class Judgement {
 public:
  void add(const Measurement& row, double value, double middle, double low, double high) {
    m_gpus.insert(row.gpu);
    m_errors.push_back(std::abs(middle / value - 1));
    m_ratios.push_back(value / middle);
    m_found.below += value < low ? 1 : 0;
    m_found.above += value > high ? 1 : 0;
  }

  [[nodiscard]] TokenJudgement result() const {
    TokenJudgement found = m_found;
    if (m_errors.empty()) return found;
    found.measurements = static_cast<int>(m_errors.size());
    found.gpus = static_cast<int>(m_gpus.size());
    found.below /= found.measurements;
    found.above /= found.measurements;
    found.coverage = 1 - found.below - found.above;
    found.median_error = median(m_errors);
    found.median_ratio = median(m_ratios);
    return found;
  }

 private:
  TokenJudgement m_found;
  std::set<std::string_view> m_gpus;
  std::vector<double> m_errors;
  std::vector<double> m_ratios;
};

TokenJudgement judged(const std::vector<const TokenMeasurement*>& group, const TokenSpeeds& speeds) {
  Judgement found;
  for (const TokenMeasurement* one : group) {
    if (const auto rate = predicted(*one, speeds))
      found.add(*one->row, one->row->value, rate->middle, rate->low, rate->high);
  }
  return found.result();
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

/// Of many users, by the model of serving: all, by engine, by dataset.
void add_served(std::vector<TokenBacktestRow>& rows, const Benchmarks& benchmarks, const Catalog& catalog) {
  std::map<std::pair<TokenGroup, std::string_view>, Judgement> groups;
  for (const Measurement& row : benchmarks.measurements) {
    const auto engine = row.workload == k_serving_workload ? serving_engine(row.framework) : std::nullopt;
    const auto model = engine ? named_model(row.model, catalog) : std::nullopt;
    const auto served = model ? measured_serving(row, *model) : std::nullopt;
    if (!served) continue;
    const auto rate = serving_rate(*catalog.gpu(row.gpu), served->work, {served->users, *engine, served->power_limit},
                                   measured_layout(row, served->copies));
    if (!rate) continue;
    const std::array<std::pair<TokenGroup, std::string_view>, 3> of{
        {{TokenGroup::served, ""}, {TokenGroup::engine, row.framework}, {TokenGroup::dataset, row.dataset}}};
    for (const auto& group : of)
      groups[group].add(row, row.value * row.gpu_count, rate->together, rate->low, rate->high);
  }
  std::vector<TokenBacktestRow> found;
  found.reserve(groups.size());
  for (const auto& [group, judgement] : groups) {
    found.push_back({k_serving_workload, group.first, group.second, judgement.result(), {}});
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return (a.group == TokenGroup::served) > (b.group == TokenGroup::served);
  });
  rows.insert(rows.end(), found.begin(), found.end());
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
  add_served(backtest->rows, benchmarks, catalog);
  return backtest;
}

}  // namespace gpuadvisor
