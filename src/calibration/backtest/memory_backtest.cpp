#include "memory_backtest.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

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

// Sizes in which cards are sold, to tell the next larger one.
constexpr auto k_sizes = std::to_array<double>({4, 6, 8, 10, 11, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 141, 192});

Gibibytes next_larger(Gibibytes card) {
  for (const double size : k_sizes) {
    if (size > card.value()) return Gibibytes{size};
  }
  return card;
}

bool by_id(const Network* a, const Network* b) { return a->id < b->id; }

/// The constants without each network, fitted once.
class ConstantsWithout {
 public:
  explicit ConstantsWithout(const MemoryMeasurements& measurements) : m_measurements(measurements) {}

  const MemoryConstants& without(const Network& network) {
    const auto at = m_constants.find(network.id);
    if (at != m_constants.end()) return at->second;
    return m_constants.emplace(network.id, fit_memory_constants(m_measurements, network.id)).first->second;
  }

 private:
  const MemoryMeasurements& m_measurements;
  std::map<std::string_view, MemoryConstants> m_constants;
};

MemorySpread spread_of(const std::vector<double>& ratios) {
  return {quantile(ratios, k_low), quantile(ratios, k_high)};
}

MemoryTaskResult task_result(MemoryTask task, std::vector<MemoryCase> cases) {
  MemoryTaskResult result;
  result.task = task;
  result.values = static_cast<int>(cases.size());
  std::set<std::string_view> networks;
  std::vector<double> errors;
  std::vector<double> ratios;
  for (const MemoryCase& one : cases) {
    networks.insert(one.measurement->network->id);
    errors.push_back(std::abs(one.error));
    ratios.push_back(1 / (1 + one.error));
  }
  result.networks = static_cast<int>(networks.size());
  result.median_error = median(errors);
  result.p90_error = quantile(errors, k_high);
  result.spread = spread_of(ratios);
  std::stable_sort(cases.begin(), cases.end(),
                   [](const MemoryCase& a, const MemoryCase& b) { return std::abs(a.error) > std::abs(b.error); });
  cases.resize(std::min(cases.size(), k_worst));
  result.worst = std::move(cases);
  return result;
}

std::vector<MemoryTaskResult> task_results(const MemoryMeasurements& measurements, ConstantsWithout& left_out) {
  std::map<MemoryTask, std::vector<MemoryCase>> cases;
  for (const MemoryMeasurement& one : measurements.measurements) {
    if (one.finding != MemoryFinding::measured) continue;
    const MemoryNeed need = memory_need(*one.network, one.job, left_out.without(*one.network));
    const Gigabytes predicted = counted(need, one);
    cases[one.job.task].push_back({&one, predicted, predicted.value() / one.memory.value() - 1});
  }
  std::vector<double> adapted;  // with or without quantised weights: what differs between measurements is the same
  for (const auto& [task, its_cases] : cases) {
    if (task == MemoryTask::run) continue;
    for (const MemoryCase& one : its_cases) adapted.push_back(1 / (1 + one.error));
  }
  std::vector<MemoryTaskResult> results;
  results.reserve(cases.size());
  for (auto& [task, its_cases] : cases) {
    results.push_back(task_result(task, std::move(its_cases)));
    if (task != MemoryTask::run) results.back().spread = spread_of(adapted);
  }
  return results;
}

void add_failing(FitResult& fit, FitCase one, ConstantsWithout& left_out, Gigabytes usable) {
  const MemoryNeed need = memory_need(*one.network, one.job, left_out.without(*one.network));
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
    const MemoryNeed need = memory_need(*one.network, fitted.job, left_out.without(*one.network));
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

void judge_batches(const MemoryMeasurements& measurements, ConstantsWithout& left_out, MemoryBacktest& backtest) {
  std::map<std::string_view, Cells> by_network;
  std::vector<double> shares;
  for (const LargestBatch& one : measurements.batches) {
    if (!missing_shape(*one.network, one.job).empty()) {
      backtest.networks_left_out.push_back(one.network);
      continue;
    }
    const MemoryConstants& constants = left_out.without(*one.network);
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
    shares.push_back(usable.value() / memory_need(*one.network, job, constants).total.value());
  }
  for (auto& [id, cells] : by_network) {
    if (!cells.ratios.empty()) cells.result.median_ratio = median(cells.ratios);
    backtest.batches.push_back(cells.result);
  }
  if (!shares.empty()) backtest.train_spread = spread_of(shares);
  auto& left = backtest.networks_left_out;
  std::sort(left.begin(), left.end(), by_id);
  left.erase(std::unique(left.begin(), left.end()), left.end());
}

}  // namespace

MemoryBacktest memory_backtest(const MemoryMeasurements& measurements) {
  ConstantsWithout left_out(measurements);
  MemoryBacktest backtest;
  backtest.constants = fit_memory_constants(measurements);
  backtest.tasks = task_results(measurements, left_out);
  backtest.fit = fit_result(measurements, left_out);
  judge_batches(measurements, left_out, backtest);
  return backtest;
}

}  // namespace gpuadvisor
