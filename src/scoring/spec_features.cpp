#include "gpuadvisor/scoring/spec_features.hpp"

#include <cmath>

#include "criteria.hpp"

namespace gpuadvisor {

std::optional<Features> features_of(const Gpu& gpu, const ScoreReference& reference) {
  const auto [tensor, flops, bandwidth, half] = criteria(gpu);
  if (!tensor.value || !flops.value || !bandwidth.value || !half.value) return std::nullopt;
  const double log_flops = std::log(*flops.value / reference.flops.value());
  const double log_half = std::log(*half.value / reference.half.value());
  return Features{std::log(*tensor.value / reference.tensor.value()),
                  std::log(*bandwidth.value / reference.bandwidth.value()), (log_flops + log_half) / 2};
}

std::optional<Features> time_features_of(const Gpu& gpu, const ScoreReference& reference) {
  const auto [tensor, flops, bandwidth, half] = criteria(gpu);
  if (!tensor.value || !flops.value || !bandwidth.value) return std::nullopt;
  return Features{reference.tensor.value() / *tensor.value, reference.bandwidth.value() / *bandwidth.value,
                  reference.flops.value() / *flops.value};
}

}  // namespace gpuadvisor
