#include "picture_backtest.hpp"

#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "calibration/memory/memory_figures.hpp"
#include "calibration/speed/order_statistics.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_source_of_constants = "diffusers-torchao-2024";

struct Group {
  PictureResult result;
  std::vector<double> errors;
  std::set<std::string_view> networks;
  std::set<std::string_view> sources;
};

void judge(Group& group, const MemoryMeasurement& one) {
  const MemoryNeed need = memory_need(*one.network, one.job);
  if (one.finding == MemoryFinding::does_not_fit) {
    ++group.result.failing;
    const bool is_mistaken = fit_verdict(need, usable_memory(one.card).usable) == FitVerdict::fits;
    group.result.failing_called_fit += is_mistaken ? 1 : 0;
    return;
  }
  const Gigabytes uncounted = need.total - counted(need, one);
  const bool is_inside = need.low - uncounted <= one.memory && one.memory <= need.high - uncounted;
  group.result.inside += is_inside ? 1 : 0;
  group.errors.push_back(std::abs(counted(need, one).value() / one.memory.value() - 1));
  group.networks.insert(one.network->id);
  group.sources.insert(one.dataset->source);
}

}  // namespace

std::vector<PictureResult> picture_results(const MemoryMeasurements& measurements) {
  std::map<bool, Group> groups;  // those that run first
  for (const MemoryMeasurement& one : measurements.pictures) {
    const bool adapts = one.job.task != MemoryTask::run;
    const bool is_known = one.finding != MemoryFinding::not_all_told && missing_shape(*one.network, one.job).empty();
    if (!is_known || one.dataset->source == k_source_of_constants) continue;
    Group& group = groups[adapts];
    group.result.task = adapts ? MemoryTask::lora : MemoryTask::run;
    judge(group, one);
  }
  std::vector<PictureResult> results;
  for (auto& [adapts, group] : groups) {
    constexpr double k_ninety = 0.9;
    group.result.values = static_cast<int>(group.errors.size());
    group.result.networks = static_cast<int>(group.networks.size());
    group.result.sources = static_cast<int>(group.sources.size());
    group.result.median_error = group.errors.empty() ? 0 : median(group.errors);
    group.result.p90_error = group.errors.empty() ? 0 : quantile(group.errors, k_ninety);
    results.push_back(group.result);
  }
  return results;
}

}  // namespace gpuadvisor
