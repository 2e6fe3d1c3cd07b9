#include "build_statements.hpp"
#include "core/contains.hpp"

#include <algorithm>
#include <array>

namespace gpuadvisor {
namespace {

bool names(std::span<const std::string_view> list, std::string_view id) { return contains(list, id); }

/// Whether a guide tells how many times as fast several GPUs train some workload.
bool tells_factor(std::string_view guide, std::string_view workload, const Catalog& catalog) {
  const auto rules = catalog.records<GuideRule>();
  return std::any_of(rules.begin(), rules.end(), [&](const GuideRule& rule) {
    return rule.guide == guide && rule.topic == RuleTopic::several_gpus && names(rule.workloads, workload) &&
           std::any_of(rule.figures.begin(), rule.figures.end(),
                       [](const RuleFigure& figure) { return figure.unit == "times"; });
  });
}

}  // namespace

bool is_about(const GuideRule& rule, const Build& build) {
  const auto topics = {RuleTopic::several_gpus, RuleTopic::heat, RuleTopic::power, RuleTopic::host};
  if (!contains(topics, rule.topic)) return false;
  const bool is_parallel = build.question.mode == BuildMode::parallel;
  if (rule.parallel && !is_parallel) return false;
  if (rule.cooling && build.question.cooling && rule.cooling != build.question.cooling) return false;
  if (rule.topic == RuleTopic::heat && rule.gpus.empty() && build.is_of_modules()) return false;  // of cards in slots
  const int count = build.count();
  if (count < rule.count_from.value_or(1) || count > rule.count_to.value_or(count)) return false;
  const auto& parts = build.question.parts;
  const auto& workloads = build.question.workloads;
  const bool has_gpu = rule.gpus.empty() || std::any_of(parts.begin(), parts.end(), [&](const GpuGroup& part) {
                         return names(rule.gpus, part.gpu->id);
                       });
  return has_gpu && (rule.workloads.empty() ||
                     std::any_of(workloads.begin(), workloads.end(),
                                 [&](const Workload* workload) { return names(rule.workloads, workload->id); }));
}

std::vector<BuildSpeed> measured_since(const GuideRule& rule, const Build& build, const Catalog& catalog) {
  std::vector<BuildSpeed> found;
  if (!rule.parallel || build.question.mode != BuildMode::parallel || build.largest() == 1) return found;
  for (const BuildSpeed& speed : build.speeds) {
    const bool is_measured = speed.speedup.factor && speed.speedup.measurements > 0;
    const auto workload = speed.workload->id;
    if (is_measured && names(rule.workloads, workload) && !tells_factor(rule.guide, workload, catalog)) {
      found.push_back(speed);
    }
  }
  return found;
}

}  // namespace gpuadvisor
