#include "build_cooling.hpp"
#include "core/contains.hpp"

#include <algorithm>

namespace gpuadvisor {
namespace {

/// How closely a rule is about a GPU, the closest last.
enum class Closeness { none, any, architecture, gpu };

Closeness closeness(const CoolingRule& rule, const Gpu& gpu) {
  const auto names = [](std::span<const std::string_view> list, std::string_view name) { return contains(list, name); };
  if (!rule.gpus.empty()) return names(rule.gpus, gpu.id) ? Closeness::gpu : Closeness::none;
  if (!rule.vendor.empty() && rule.vendor != gpu.vendor) return Closeness::none;
  if (rule.architectures.empty()) return Closeness::any;
  const bool is_meant = gpu.segment == Segment::consumer && (gpu.tensor_cores || gpu.fp16_tensor);
  return is_meant && names(rule.architectures, gpu.architecture) ? Closeness::architecture : Closeness::none;
}

}  // namespace

std::vector<const CoolingRule*> cooling_warnings(const Gpu& gpu, Cooling cooling, int adjacent,
                                                 const Catalog& catalog) {
  std::vector<const CoolingRule*> found;
  if (adjacent < 2) return found;
  const auto rules = catalog.records<CoolingRule>();
  const auto clears = [&](const CoolingRule& rule) {
    return rule.cooling == cooling && rule.fewer_are_fine && adjacent < rule.adjacent_from &&
           closeness(rule, gpu) == Closeness::gpu;
  };
  if (std::any_of(rules.begin(), rules.end(), clears)) return found;
  for (const CoolingRule& rule : rules) {
    const Closeness close = closeness(rule, gpu);
    if (close == Closeness::none || rule.cooling != cooling || adjacent < rule.adjacent_from) continue;
    const auto same =
        std::find_if(found.begin(), found.end(), [&](const CoolingRule* other) { return other->guide == rule.guide; });
    if (same == found.end()) {
      found.push_back(&rule);
    } else if (close > closeness(**same, gpu)) {
      *same = &rule;
    }
  }
  return found;
}

SlotNeed slot_need(int width, int count, int spacing) { return {.needed = width * count + spacing * (count - 1)}; }

}  // namespace gpuadvisor
