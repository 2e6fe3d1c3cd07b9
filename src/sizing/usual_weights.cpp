#include "gpuadvisor/sizing/usual_weights.hpp"

#include <algorithm>

namespace gpuadvisor {
namespace {

constexpr double k_most_published_bits = 5;  // larger ones are quantised further at home
constexpr Millions k_large_denoiser{4000};   // smaller ones fit most cards whole, in 16 bits

/// The published format with the fewest bits; null where there is none but 16 bits.
const WeightFormat* smallest_published(const Network& network) {
  const WeightFormat* smallest = nullptr;
  for (const std::string_view id : network.published_formats) {
    const WeightFormat* format = weight_format(id);
    if (format != nullptr && (smallest == nullptr || format->bits < smallest->bits)) smallest = format;
  }
  return smallest;
}

Millions largest_part(const Network& network) {
  Millions largest = network.parts.empty() ? network.parameters : Millions{0};
  for (const NetworkPart& part : network.parts) largest = std::max(largest, part.parameters);
  return largest;
}

}  // namespace

UsualWeights usual_weights(const Network& network, RunsOn runs_on) {
  if (network.kind == NetworkKind::diffusion) {
    return {largest_part(network) > k_large_denoiser ? &format_fp8() : &format_16_bit()};
  }
  if (network.kind != NetworkKind::decoder) return {&format_16_bit()};
  const WeightFormat* const published = smallest_published(network);
  if (runs_on == RunsOn::servers) {
    return published != nullptr ? UsualWeights{published, WeightsFrom::published} : UsualWeights{&format_16_bit()};
  }
  if (published == nullptr || published->bits > k_most_published_bits) return {&format_q4_k_m()};
  const WeightFormat* const as_gguf = weight_format(published->gguf_id);
  return {as_gguf != nullptr ? as_gguf : published, WeightsFrom::published};
}

}  // namespace gpuadvisor
