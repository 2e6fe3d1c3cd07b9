#include "gpuadvisor/sizing/usual_weights.hpp"

#include <algorithm>

#include "core/contains.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_most_published_bits = 5;  // larger ones are quantised further at home
constexpr Millions k_large_denoiser{4000};   // smaller ones fit most cards whole, in 16 bits

/// The format that a network was first published in; null where that is 16 bits.
const WeightFormat* first_published(const Network& network) {
  return network.published_formats.empty() ? nullptr : weight_format(network.published_formats.front());
}

/// The published format with the fewest bits; null where there is none but 16 bits. Of later ones, those of 4 bits are
/// passed over: few cards compute in them.
const WeightFormat* smallest_published(const Network& network) {
  constexpr double k_least_bits_of_later = 8;
  const WeightFormat* smallest = first_published(network);
  for (const std::string_view id : network.published_formats) {
    const WeightFormat* format = weight_format(id);
    if (format == nullptr || format->bits < k_least_bits_of_later) continue;
    if (smallest == nullptr || format->bits < smallest->bits) smallest = format;
  }
  return smallest;
}

Millions largest_part(const Network& network) {
  Millions largest = network.parts.empty() ? network.parameters : Millions{0};
  for (const NetworkPart& part : network.parts) largest = std::max(largest, part.parameters);
  return largest;
}

}  // namespace

WeightFormat as_in_files(const Network& network, WeightFormat format) {
  constexpr double k_q8_0 = 8.5;
  constexpr double k_16_bits = 16;
  const WeightFormat* const first = first_published(network);
  const bool is_mixed = first != nullptr && first->experts_only && network.experts;
  if (!is_mixed || format.experts_only || format.bits >= k_16_bits) return format;
  format.experts_only = true;
  format.rest_bits = std::max(format.bits, k_q8_0);
  format.output_bits = std::max(format.output_bits, k_q8_0);
  format.bits = std::min(format.bits, first->bits);
  return format;
}

const WeightFormat* published_in_4_bits(const Network& network) {
  constexpr std::string_view k_nvfp4 = "nvfp4";
  return contains(network.published_formats, k_nvfp4) ? weight_format(k_nvfp4) : nullptr;
}

UsualWeights usual_weights(const Network& network, RunsOn runs_on) {
  if (network.kind == NetworkKind::diffusion) {
    return {largest_part(network) > k_large_denoiser ? &format_fp8() : &format_16_bit()};
  }
  if (network.kind != NetworkKind::decoder || !writes_language(network)) return {&format_16_bit()};
  if (runs_on == RunsOn::servers) {
    const WeightFormat* const published = smallest_published(network);
    return published != nullptr ? UsualWeights{published, WeightsFrom::published} : UsualWeights{&format_fp8()};
  }
  const WeightFormat* const first = first_published(network);
  if (first == nullptr || first->bits > k_most_published_bits) return {&format_q4_k_m()};
  const WeightFormat* const as_gguf = weight_format(first->gguf_id);
  return {as_gguf != nullptr ? as_gguf : first, WeightsFrom::published};
}

}  // namespace gpuadvisor
