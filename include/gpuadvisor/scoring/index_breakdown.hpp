#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/scoring/estimate.hpp"
#include "gpuadvisor/scoring/performance.hpp"

namespace gpuadvisor {

/// What specs predict of a GPU's index.
struct IndexEstimate {
  double index = 0;
  Estimate of;
  double spread = 0;  // half the width of its 80 % interval, in ln
};

/// What the performance index of a GPU is made of, for one workload that has an order of its own:
///
///   ln index = sum of share * ln index of each dataset + estimate_share * ln estimate
///
/// Figures are as stored: the index agrees with that sum to three decimals or more.
struct IndexBreakdown {
  const Workload* workload = nullptr;
  Performance performance;
  std::span<const ScoreEvidence> evidence;  // by dataset; empty for an estimate, the reference card, when not known, or
                                            // when the catalog has other specs than those the index was fitted with
  std::optional<IndexEstimate> estimate;    // absent when specs or the model of the workload are unknown
  double estimate_share = 0;                // 1 when nobody measured the GPU
};

/// The breakdown for a workload; for the mean of others, that of each: its index is the geometric mean of theirs, by
/// their shares. Empty when no index is known. Source: docs/speed.md#what-an-index-is-made-of. Views the catalog.
[[nodiscard]] std::vector<IndexBreakdown> index_breakdowns(const Gpu& gpu, const Workload& workload,
                                                           ScorePrecision precision, const Catalog& catalog);

}  // namespace gpuadvisor
