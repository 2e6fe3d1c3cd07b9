#pragma once

#include <array>
#include <string_view>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/scoring/spec_features.hpp"

namespace gpuadvisor {

/// One term of ln index as a model predicts it.
struct EstimateTerm {
  std::string_view name;
  double feature = 0;  // ln ratio to the reference card; of the memory -1 / GB; 1 for a constant
  double coefficient = 0;

  [[nodiscard]] constexpr double product() const { return coefficient * feature; }
};

/// The terms of an estimate, whose products add up to ln index: intercept, tensor, bandwidth, compute, memory and what
/// GPUs of other vendors reach (0 for that of the model). Source: docs/scoring.md#estimates.
using EstimateTerms = std::array<EstimateTerm, 6>;

[[nodiscard]] EstimateTerms estimate_terms(const ScoreModel& model, const Gpu& gpu, const Features& features);

/// The sum of the products.
[[nodiscard]] double log_estimate(const EstimateTerms& terms);

/// Half the width of the 80 % interval of ln index of a GPU that nobody measured.
[[nodiscard]] double estimate_spread(const ScoreModel& model, const Gpu& gpu);

}  // namespace gpuadvisor
