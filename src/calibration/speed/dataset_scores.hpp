#pragma once

#include <string_view>

#include "calibration.hpp"

namespace gpuadvisor {

/// What one dataset alone says of single GPUs, as multiples of the reference card: scores without models, filed under
/// `precision`, so that a catalog can take them for its own. Intervals are empty: one dataset cannot tell how far it is
/// off. A GPU counts with its rows in the precision; with all its rows where the dataset has none in 16 bits.
/// Figures that the dataset scaled or took from others are marked. Workloads that the dataset does not measure on the
/// reference card, directly or by a chain of shared benchmarks, have no scores.
[[nodiscard]] FittedScores dataset_scores(const Benchmarks& benchmarks, const Catalog& catalog,
                                          std::string_view dataset, ScorePrecision precision);

}  // namespace gpuadvisor
