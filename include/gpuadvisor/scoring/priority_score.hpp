#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/gpu.hpp"
#include "gpuadvisor/catalog/workload.hpp"
#include "gpuadvisor/scoring/rank_order_weights.hpp"

namespace gpuadvisor {

/// Weighted product of ratios, exp(sum_i w_i ln(x_i / ref_i)): unit-free, and the ratio of two scores depends on
/// those two alone. Requires spans of one length, strictly positive values and references.
/// Source: Bridgman 1922; Miller and Starr 1969; docs/priority.md#priority-score.
[[nodiscard]] double weighted_product(std::span<const double> values, std::span<const double> references,
                                      std::span<const double> weights);

/// One criterion's part of a priority score.
struct ScoreTerm {
  Criterion criterion = Criterion::tensor;
  double value = 0;             // in unit(criterion)
  std::string_view field;       // catalog field the value is read from
  bool halved = false;          // the field counts dual issue, half of it is used
  double ratio = 0;             // to the reference card
  double weight = 0;            // of the criterion
  double log_contribution = 0;  // weight * ln(ratio); the sum over all terms is ln(score)
};

/// How the guides' order of importance rates a GPU; the reference card has 1. An order, not a speed.
struct PriorityScore {
  double score = 0;
  std::vector<ScoreTerm> terms;  // most important first; criteria of weight 0 have none
};

/// The score alone, for ranking many; nothing when a criterion that has a weight is unknown.
[[nodiscard]] std::optional<double> score_of(const Gpu& gpu, const Weights& weights, const ScoreReference& reference);

/// The score with its terms, for showing.
[[nodiscard]] std::optional<PriorityScore> priority_score(const Gpu& gpu, const Weights& weights,
                                                          const ScoreReference& reference);

/// What the weights of a weighted product multiply, ln(value / reference) per criterion, most important first.
using LogRatios = std::vector<double>;

/// The log ratios of a GPU; nothing when a criterion is unknown.
[[nodiscard]] std::optional<LogRatios> log_ratios(const Gpu& gpu, const PriorityOrder& order,
                                                  const ScoreReference& reference);

/// Why a GPU has no priority score: `no fp32_tflops known`. Empty when it has one.
[[nodiscard]] std::string missing_criteria(const Gpu& gpu, const Weights& weights);

}  // namespace gpuadvisor
