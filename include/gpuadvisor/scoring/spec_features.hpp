#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "gpuadvisor/catalog/gpu.hpp"
#include "gpuadvisor/catalog/workload.hpp"

namespace gpuadvisor {

inline constexpr std::size_t k_features = 3;

/// What an estimate of a speed multiplies (docs/speed.md#estimates): ln tensor and ln bandwidth, the mean of ln flops
/// and ln half, each against the reference card. Memory is none of them: it decides what fits, not how fast that is.
using Features = std::array<double, k_features>;

/// Nothing when one of the figures is unknown.
[[nodiscard]] std::optional<Features> features_of(const Gpu& gpu, const ScoreReference& reference);

/// What an estimate that adds times multiplies: how many times as long as the reference card a GPU takes for work that
/// waits for tensor, bandwidth or flops. Nothing when one is unknown.
[[nodiscard]] std::optional<Features> time_features_of(const Gpu& gpu, const ScoreReference& reference);

}  // namespace gpuadvisor
