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

/// ln index: as the fit has it of what was measured, else from specs.
std::optional<double> log_index_of(const Gpu& gpu, const Calibration& calibration, const SpecTable& specs) {
  const auto measured = calibration.fit.indices.find(gpu.id);
  return measured != calibration.fit.indices.end() ? std::optional(measured->second.mean)
                                                   : calibration.fit.model.log_estimate(specs.at(gpu.id));
}

}  // namespace

std::vector<MemoryPair> memory_pairs(const Calibration& calibration, const Catalog& catalog, const SpecTable& specs) {
  const auto is_measured = [&](const Gpu& gpu) { return calibration.fit.indices.contains(gpu.id); };
  std::vector<MemoryPair> found;
  for (const Gpu& larger : catalog.gpus()) {
    for (const Gpu& smaller : catalog.gpus()) {
      if (!is_pair(larger, smaller) || !(is_measured(larger) || is_measured(smaller))) continue;
      const auto of_larger = log_index_of(larger, calibration, specs);
      const auto of_smaller = log_index_of(smaller, calibration, specs);
      if (!of_larger || !of_smaller) continue;
      const bool are_measured = is_measured(larger) && is_measured(smaller);
      found.push_back({&larger, &smaller, calibration.workload, std::exp(*of_larger - *of_smaller),
                       are_measured ? Basis::measured : Basis::estimated});
    }
  }
  return found;
}

}  // namespace gpuadvisor
