#include "memory_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gpuadvisor {
namespace {

constexpr double k_alike = 1.25;

bool is_alike(double a, double b) { return std::max(a, b) <= k_alike * std::min(a, b); }

bool is_pair(const Gpu& larger, const Gpu& smaller) {
  const bool has_figures = larger.memory && smaller.memory && larger.shader_units && smaller.shader_units &&
                           larger.memory_bandwidth && smaller.memory_bandwidth;
  return has_figures && *larger.memory > *smaller.memory && larger.vendor == smaller.vendor &&
         larger.architecture == smaller.architecture && larger.form == smaller.form &&
         is_alike(*larger.shader_units, *smaller.shader_units) &&
         is_alike(larger.memory_bandwidth->value(), smaller.memory_bandwidth->value());
}

}  // namespace

std::vector<MemoryPair> memory_pairs(const Catalog& catalog, ScorePrecision precision) {
  std::vector<MemoryPair> found;
  for (const Workload& workload : catalog.records<Workload>()) {
    if (!workload.order || workload.on_request) continue;
    const PerformanceIndex index(catalog, workload, precision);
    for (const Gpu& larger : catalog.gpus()) {
      for (const Gpu& smaller : catalog.gpus()) {
        if (!is_pair(larger, smaller) || !(index.is_measured(larger) || index.is_measured(smaller))) continue;
        const auto of_larger = index.index(larger);
        const auto of_smaller = index.index(smaller);
        if (!of_larger || !of_smaller) continue;
        const bool are_measured = index.is_measured(larger) && index.is_measured(smaller);
        found.push_back({&larger, &smaller, workload.id, *of_larger / *of_smaller,
                         are_measured ? Basis::measured : Basis::estimated});
      }
    }
  }
  return found;
}

}  // namespace gpuadvisor
