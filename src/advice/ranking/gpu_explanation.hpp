#pragma once

#include <optional>
#include <vector>

#include "economics/price_history.hpp"
#include "gpuadvisor/scoring/index_breakdown.hpp"
#include "gpuadvisor/scoring/priority_score.hpp"
#include "standing.hpp"

namespace gpuadvisor {

/// Why a GPU stands where it does in an answer of recommend(): its places, and the arithmetic of its speed, score and
/// prices.
struct GpuExplanation {
  const Gpu* gpu = nullptr;
  std::vector<Standing> places;            // at least one
  std::optional<Performance> performance;  // for the workload asked for; none where the priority score ranks
  std::vector<IndexBreakdown> speeds;      // of that workload, or of those that it is the mean of
  std::optional<PriorityScore> priority;
  PriceEstimates prices;
  PriceHistory history;
  std::vector<const Source*> sources;  // all behind these figures
};

/// Has the requirements of standings().
[[nodiscard]] GpuExplanation gpu_explanation(const Gpu& gpu, const Answer& answer, const Request& asked,
                                             const Catalog& catalog);

}  // namespace gpuadvisor
