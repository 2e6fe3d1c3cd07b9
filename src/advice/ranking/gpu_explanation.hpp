#pragma once

#include <optional>
#include <vector>

#include "economics/price_history.hpp"
#include "gpuadvisor/economics/speedup.hpp"
#include "gpuadvisor/scoring/index_breakdown.hpp"
#include "gpuadvisor/scoring/priority_score.hpp"
#include "standing.hpp"

namespace gpuadvisor {

/// Why a GPU stands where it does in an answer of recommend(): its places, and the arithmetic of its speed, score and
/// prices.
struct GpuExplanation {
  const Gpu* gpu = nullptr;
  std::vector<Standing> places;            // at least one
  std::optional<Performance> performance;  // of one, for the workload asked for; none where the priority score ranks
  ExpectedSpeedup speedup;                 // of as many as the request asks for
  std::optional<Performance> together;     // of all of them; none where one is asked for
  std::vector<IndexBreakdown> speeds;      // of that workload, or of those that it is the mean of
  std::optional<PriorityScore> priority;
  PriceEstimates prices;
  PriceHistory history;
  std::vector<const Source*> sources;  // all behind these figures
};

/// Has the requirements of standings(), for as many of each GPU as the request allows at most.
[[nodiscard]] GpuExplanation gpu_explanation(const Gpu& gpu, const Answer& answer, const Request& asked,
                                             const Catalog& catalog);

}  // namespace gpuadvisor
