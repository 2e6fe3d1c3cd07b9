#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/scoring/spec_features.hpp"

namespace gpuadvisor {

/// One term of an index as a model predicts it.
struct EstimateTerm {
  std::string_view name;
  double feature = 0;  // ln ratio to the reference card, or how many times as long as it; 1 for a constant
  double coefficient = 0;

  [[nodiscard]] constexpr double product() const { return coefficient * feature; }
};

inline constexpr std::size_t k_estimate_terms = 6;

/// What an estimate is made of: intercept, tensor, bandwidth, compute, what measured matrix products take from it (0 or
/// less) and what GPUs of other vendors reach (0 for that of the model). The products add up to ln index; where a model
/// adds times, all but the last add up to the time against the reference card's. Source: docs/speed.md#estimates.
struct Estimate {
  std::array<EstimateTerm, k_estimate_terms> terms;
  bool adds_times = false;

  [[nodiscard]] const EstimateTerm& other_vendor() const { return terms.back(); }
  [[nodiscard]] double log_index() const;
  /// Of times that are added, the part that some rate shortens. Requires adds_times.
  [[nodiscard]] double work_share() const;
};

/// Nothing when a figure that the model needs is unknown, or the catalog has no reference card. For transformers no
/// data-center GPU that nobody timed is faster, against those of its architecture that somebody did, than its measured
/// matrix products are.
[[nodiscard]] std::optional<Estimate> estimate_of(const ScoreModel& model, const Gpu& gpu, const Catalog& catalog);

/// Half the width of the 80 % interval of ln index of a GPU that nobody measured.
[[nodiscard]] double estimate_spread(const ScoreModel& model, const Gpu& gpu);

}  // namespace gpuadvisor
