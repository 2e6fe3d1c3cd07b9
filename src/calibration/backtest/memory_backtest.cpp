#include "memory_backtest.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "calibration/memory/memory_constants.hpp"
#include "calibration/memory/memory_figures.hpp"
#include "calibration/speed/order_statistics.hpp"
#include "sizing/memory_limits.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_worst = 10;
constexpr double k_low = 0.1;
constexpr double k_high = 0.9;
constexpr double k_within = 2;
constexpr double k_rounding = 0.01;

// Sizes in which cards are sold, to tell the next larger one.
constexpr auto k_sizes = std::to_array<double>({4, 6, 8, 10, 11, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 141, 192});

Gibibytes next_larger(Gibibytes card) {
  for (const double size : k_sizes) {
    if (size > card.value()) return Gibibytes{size};
  }
  return card;
}

bool by_id(const Network* a, const Network* b) { return a->id < b->id; }

/// The constants without each source, fitted once.
class ConstantsWithout {
 public:
  explicit ConstantsWithout(const MemoryMeasurements& measurements) : m_measurements(measurements) {}

  const MemoryConstants& without(const MemoryDataset& dataset) {
    const auto at = m_constants.find(dataset.source);
    if (at != m_constants.end()) return at->second;
    return m_constants.emplace(dataset.source, fit_memory_constants(m_measurements, dataset.source)).first->second;
  }

 private:
  const MemoryMeasurements& m_measurements;
  std::map<std::string_view, MemoryConstants> m_constants;
};

/// What was found, as parts of what is predicted, by source.
using Ratios = std::map<std::string_view, std::vector<double>>;

/// Of all sources but one, each weighing the same.
double quantile_without(const Ratios& ratios, std::string_view left_out, double share) {
  std::vector<std::pair<double, double>> weighted;  // ratio and weight
  for (const auto& [source, values] : ratios) {
    if (source == left_out) continue;
    for (const double value : values) weighted.emplace_back(value, 1.0 / static_cast<double>(values.size()));
  }
  std::sort(weighted.begin(), weighted.end());
  const double all = std::accumulate(weighted.begin(), weighted.end(), 0.0,
                                     [](double sum, const auto& one) { return sum + one.second; });
  double passed = 0;
  for (const auto& [ratio, weight] : weighted) {
    passed += weight;
    if (passed >= share * all) return ratio;
  }
  return 1;
}

/// Wider where fewer sources tell it, and at least 1 % to either side of what is predicted: figures are rounded so.
MemorySpread spread_of(const Ratios& ratios, std::string_view left_out = {}) {
  const auto sources = static_cast<double>(ratios.size() - ratios.count(left_out));
  const double power = 1 + 1 / std::max(sources, 1.0);
  return {std::pow(std::min(quantile_without(ratios, left_out, k_low), 1 - k_rounding), power),
          std::pow(std::max(quantile_without(ratios, left_out, k_high), 1 + k_rounding), power)};
}

int count_inside(const std::vector<MemoryCase>& cases, const Ratios& ratios, bool is_left_out) {
  return static_cast<int>(std::count_if(cases.begin(), cases.end(), [&](const MemoryCase& one) {
    const std::string_view source = one.measurement->dataset->source;
    const MemorySpread spread = spread_of(ratios, is_left_out ? source : std::string_view());
    const double ratio = 1 / (1 + one.error);
    return spread.low <= ratio && ratio <= spread.high;
  }));
}

MemoryGroupResult group_result(MemoryGroup group, std::vector<MemoryCase> cases, const Ratios& ratios) {
  MemoryGroupResult result;
  result.group = group;
  result.values = static_cast<int>(cases.size());
  std::set<std::string_view> networks;
  std::vector<double> errors;
  for (const MemoryCase& one : cases) {
    networks.insert(one.measurement->network->id);
    errors.push_back(std::abs(one.error));
  }
  result.networks = static_cast<int>(networks.size());
  result.sources = static_cast<int>(ratios.size());
  result.median_error = median(errors);
  result.p90_error = quantile(errors, k_high);
  result.spread = spread_of(ratios);
  result.inside = count_inside(cases, ratios, false);
  result.inside_of_others = ratios.size() > 1 ? count_inside(cases, ratios, true) : 0;
  std::stable_sort(cases.begin(), cases.end(),
                   [](const MemoryCase& a, const MemoryCase& b) { return std::abs(a.error) > std::abs(b.error); });
  cases.resize(std::min(cases.size(), k_worst));
  result.worst = std::move(cases);
  return result;
}

std::vector<MemoryGroupResult> group_results(const MemoryMeasurements& measurements, ConstantsWithout& left_out,
                                             const Ratios& of_batches) {
  std::map<MemoryGroup, std::vector<MemoryCase>> cases;
  std::map<MemoryGroup, Ratios> ratios{{MemoryGroup::train, of_batches}};
  for (const MemoryMeasurement& one : measurements.measurements) {
    if (one.finding != MemoryFinding::measured) continue;
    const MemoryGroup group = memory_group(one.job);
    const MemoryNeed need = memory_need(*one.network, one.job, left_out.without(*one.dataset));
    const Gigabytes predicted = counted(need, one);
    cases[group].push_back({&one, predicted, predicted.value() / one.memory.value() - 1});
    ratios[group][one.dataset->source].push_back(one.memory.value() / predicted.value());
  }
  std::vector<MemoryGroupResult> results;
  results.reserve(cases.size());
  for (auto& [group, its_cases] : cases) results.push_back(group_result(group, std::move(its_cases), ratios[group]));
  return results;
}

void add_failing(FitResult& fit, FitCase one, ConstantsWithout& left_out, Gigabytes usable) {
  const MemoryNeed need = memory_need(*one.network, one.job, left_out.without(*one.dataset));
  one.need = need.total;
  one.verdict = fit_verdict(need, usable);
  ++fit.failing;
  if (one.verdict == FitVerdict::tight) ++fit.failing_called_tight;
  if (one.verdict != FitVerdict::fits) return;
  ++fit.failing_called_fit;
  fit.mistaken.push_back(one);
}

FitResult fit_result(const MemoryMeasurements& measurements, ConstantsWithout& left_out) {
  FitResult fit;
  for (const MemoryMeasurement& one : measurements.measurements) {
    if (one.finding != MemoryFinding::does_not_fit) continue;
    add_failing(fit, {one.dataset, one.network, one.job, one.card, {}, {}}, left_out, usable_memory(one.card).usable);
  }
  for (const LargestBatch& one : measurements.batches) {
    if (!missing_shape(*one.network, one.job).empty()) continue;
    FitCase fitted{one.dataset, one.network, one.job, one.memory, {}, {}};
    if (one.batch == 0) {
      add_failing(fit, fitted, left_out, usable_memory_of(one));
      continue;
    }
    fitted.job.batch = one.batch;
    const MemoryNeed need = memory_need(*one.network, fitted.job, left_out.without(*one.dataset));
    const bool there = fit_verdict(need, usable_memory_of(one)) != FitVerdict::does_not_fit;
    const Gigabytes larger = usable_memory(next_larger(one.memory)).usable;
    ++fit.fitting;
    fit.fitting_found_there += there ? 1 : 0;
    fit.fitting_found += there || fit_verdict(need, larger) != FitVerdict::does_not_fit ? 1 : 0;
    fit.fitting_possible += need.low <= std::max(usable_memory_of(one), larger) ? 1 : 0;
  }
  return fit;
}

struct Cells {
  BatchResult result;
  std::vector<double> ratios;
};

/// Of usable memory and what the largest batch needs, the ratios.
Ratios judge_batches(const MemoryMeasurements& measurements, ConstantsWithout& left_out, MemoryBacktest& backtest) {
  std::map<std::string_view, Cells> by_network;
  Ratios ratios;
  for (const LargestBatch& one : measurements.batches) {
    if (!missing_shape(*one.network, one.job).empty()) {
      backtest.networks_left_out.push_back(one.network);
      continue;
    }
    const MemoryConstants& constants = left_out.without(*one.dataset);
    const Gigabytes usable = usable_memory_of(one);
    const int predicted = largest_batch(*one.network, one.job, usable, constants);
    Cells& cells = by_network[one.network->id];
    cells.result.network = one.network;
    ++cells.result.cells;
    const double ratio = one.batch == 0 ? 0 : static_cast<double>(predicted) / one.batch;
    const bool is_within = one.batch == 0 ? predicted == 0 : ratio >= 1 / k_within && ratio <= k_within;
    cells.result.within_two += is_within ? 1 : 0;
    if (one.batch == 0) continue;
    cells.ratios.push_back(ratio);
    MemoryJob job = one.job;
    job.batch = one.batch;
    ratios[one.dataset->source].push_back(usable.value() / memory_need(*one.network, job, constants).total.value());
  }
  for (auto& [id, cells] : by_network) {
    if (!cells.ratios.empty()) cells.result.median_ratio = median(cells.ratios);
    backtest.batches.push_back(cells.result);
  }
  auto& left = backtest.networks_left_out;
  std::sort(left.begin(), left.end(), by_id);
  left.erase(std::unique(left.begin(), left.end()), left.end());
  return ratios;
}

}  // namespace

MemoryBacktest memory_backtest(const MemoryMeasurements& measurements) {
  ConstantsWithout left_out(measurements);
  MemoryBacktest backtest;
  backtest.constants = fit_memory_constants(measurements);
  backtest.fit = fit_result(measurements, left_out);
  const Ratios of_batches = judge_batches(measurements, left_out, backtest);
  backtest.groups = group_results(measurements, left_out, of_batches);
  backtest.pictures = picture_results(measurements);
  return backtest;
}

}  // namespace gpuadvisor
