#include "detect_answer.hpp"

#include <algorithm>
#include <utility>

#include "gpuadvisor/sizing/memory_fit.hpp"

namespace gpuadvisor {
namespace {

std::optional<SpeedRank> speed_rank(const Gpu& gpu, const Workload& workload, const Catalog& catalog) {
  const PerformanceIndex index(catalog, workload, ScorePrecision::fp16);
  auto performance = index.performance(gpu);
  if (!performance) return std::nullopt;
  SpeedRank rank{&workload, std::move(*performance)};
  for (const Gpu& other : catalog.gpus()) {
    const auto speed = &other == &gpu ? std::nullopt : index.index(other);
    if (!speed) continue;
    ++rank.others;
    if (*speed < rank.performance.index) ++rank.slower;
  }
  return rank;
}

/// The largest instance of GPUs of a kind, where they are divided and the tool lists the parts.
std::optional<GpuInstance> largest_instance(const std::vector<FoundGpu>& found, const Gpu& gpu) {
  std::optional<GpuInstance> largest;
  for (const FoundGpu& one : found) {
    if (one.match.gpu != &gpu) continue;
    for (const GpuInstance& instance : one.device.instances) {
      if (instance.memory && (!largest || *instance.memory > *largest->memory)) largest = instance;
    }
  }
  return largest;
}

/// How many cards so many devices are.
int cards(int devices, const Gpu& gpu) {
  const int each = gpu.devices.value_or(1);
  return (devices + each - 1) / each;
}

bool is_of(const FoundGpu& one, const GpuGroup& owned) { return one.match.gpu == owned.gpu; }

/// Cards of that kind that are not divided.
int whole_cards(const std::vector<FoundGpu>& found, const GpuGroup& owned) {
  const auto whole = std::count_if(found.begin(), found.end(),
                                   [&](const FoundGpu& one) { return is_of(one, owned) && !one.device.is_divided; });
  return cards(static_cast<int>(whole), *owned.gpu);
}

/// The GPUs that run a model together, or where all are divided, an instance of one: a model does not span instances,
/// and what share of the speed one has is not told. Of different GPUs, those whose memory is known.
std::optional<Machine> at_hand(const DetectAnswer& answer) {
  if (answer.instance) {
    Machine part;
    part.memory = usable_memory(*answer.instance->memory);
    return part;
  }
  if (answer.is_divided()) return std::nullopt;
  std::vector<GpuGroup> kinds;
  for (const GpuGroup& owned : answer.owned) {
    const int whole = whole_cards(answer.found, owned);
    if (whole > 0 && usable_memory(*owned.gpu)) kinds.push_back({owned.gpu, whole});
  }
  return kinds.empty() ? std::nullopt : machine_of(kinds);
}

}  // namespace

std::vector<FoundGpu> matched(std::vector<DetectedGpu> detected, const Catalog& catalog) {
  std::vector<FoundGpu> found;
  found.reserve(detected.size());
  for (DetectedGpu& device : detected) {
    DeviceMatch match = device_match(device, catalog);
    found.push_back({std::move(device), std::move(match)});
  }
  return found;
}

std::vector<GpuGroup> owned_by(const std::vector<FoundGpu>& found) {
  std::vector<GpuGroup> owned;
  for (const FoundGpu& one : found) {
    if (one.match.gpu == nullptr) continue;
    const auto same =
        std::find_if(owned.begin(), owned.end(), [&](const GpuGroup& other) { return is_of(one, other); });
    if (same == owned.end()) {
      owned.push_back({one.match.gpu, 1});
    } else {
      ++same->count;
    }
  }
  for (GpuGroup& one : owned) one.count = cards(one.count, *one.gpu);
  return owned;
}

const SpeedRank* DetectAnswer::main_rank() const {
  if (!upgrade || ranks.empty()) return nullptr;
  const auto at = std::find_if(ranks.begin(), ranks.end(),
                               [&](const SpeedRank& rank) { return rank.workload == upgrade->main().workload; });
  return at == ranks.end() ? nullptr : &*at;
}

bool DetectAnswer::is_divided() const {
  return main && std::all_of(found.begin(), found.end(),
                             [&](const FoundGpu& one) { return !is_of(one, *main) || one.device.is_divided; });
}

DetectAnswer detect_answer(DetectQuestion question, const Catalog& catalog) {
  DetectAnswer answer;
  answer.found = matched(std::move(question.detected), catalog);
  answer.owned = owned_by(answer.found);
  if (answer.owned.empty()) return answer;
  answer.main = fastest_of(answer.owned, question.upgrade.main, catalog);
  const Gpu& gpu = *answer.main->gpu;
  if (answer.is_divided()) answer.instance = largest_instance(answer.found, gpu);
  for (const Workload* workload : question.upgrade.workloads) {
    if (auto rank = speed_rank(gpu, *workload, catalog)) answer.ranks.push_back(std::move(*rank));
  }
  if (const auto gpus = at_hand(answer)) {
    question.runs.gpus = *gpus;
    answer.runs = what_runs(question.runs, catalog);
  }
  question.upgrade.owned = &gpu;
  question.upgrade.count = std::min(answer.main->count, k_most_gpus);
  for (const GpuGroup& one : answer.owned) question.upgrade.others += one.gpu == &gpu ? 0 : one.count;
  answer.upgrade = upgrade(question.upgrade, catalog);
  return answer;
}

}  // namespace gpuadvisor
