#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/scoring/performance.hpp"
#include "gpuadvisor/scoring/token_rate.hpp"

namespace gpuadvisor {

/// Of the speeds in 16 bits, which those of inference are. Nothing in a catalog without the workload or its speeds.
[[nodiscard]] inline std::optional<PerformanceIndex> index_of(std::string_view workload, const Catalog& catalog) {
  std::optional<PerformanceIndex> index;
  if (const Workload* found = catalog.workload(workload)) index.emplace(catalog, *found, ScorePrecision::fp16);
  if (index && !index->is_known()) index.reset();
  return index;
}

[[nodiscard]] inline std::optional<PhaseSpeed> phase_speed(const PerformanceIndex& index, const Gpu& gpu,
                                                           double usual_share) {
  auto performance = index.performance(gpu);
  if (!performance) return std::nullopt;
  return PhaseSpeed{std::move(*performance), index.work_share(gpu).value_or(usual_share)};
}

}  // namespace gpuadvisor
