#pragma once

#include <string>

#include "gpuadvisor/report/table.hpp"
#include "gpuadvisor/scoring/index_breakdown.hpp"
#include "gpuadvisor/scoring/priority_score.hpp"
#include "output/phrases/citations.hpp"

namespace gpuadvisor {

// Sums of logarithms, a term per row with all that it is worked out from; then the sum, and its exponential. Figures
// have four decimals: the exponential is then right to about 0.1 %.

/// A figure of such a sum.
[[nodiscard]] std::string four_decimals(double figure);

/// What datasets and the estimate say of an index, and how much each makes. Requires evidence.
[[nodiscard]] Table evidence_table(const IndexBreakdown& breakdown);

/// An estimate from specifications; terms that are 0 are left out.
[[nodiscard]] Table estimate_table(const Gpu& gpu, const IndexEstimate& estimate, const ScoreReference& reference);

/// A priority score, with the source of each figure; halved figures have a star.
[[nodiscard]] Table score_table(const PriorityScore& score, const Gpu& gpu, Citations& citations);

}  // namespace gpuadvisor
