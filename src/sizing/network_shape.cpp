#include "gpuadvisor/sizing/network_shape.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace gpuadvisor {
namespace {

/// Layers that keep keys and values.
int caching_layers(const Network& network) {
  if (network.kind == NetworkKind::encoder_decoder) return network.decoder_layers.value_or(network.layers.value_or(0));
  return network.attention_layers.value_or(network.layers.value_or(0));
}

double expert_matrix_count(const Network& network) { return network.gated_feed_forward ? 3 : 2; }

double expert_parameters(const Network& network) {
  if (!network.experts) return 0;
  const double inner = network.expert_feed_forward.value_or(network.feed_forward.value_or(0));
  const double layers = network.layers.value_or(0) - network.dense_layers.value_or(0);
  return layers * *network.experts * expert_matrix_count(network) * network.hidden.value_or(0) * inner;
}

}  // namespace

ParameterSplit parameter_split(const Network& network) {
  const double all = network.parameters.value() * 1e6;
  const double words = static_cast<double>(network.vocabulary.value_or(0)) * network.hidden.value_or(0);
  const bool has_output = network.kind != NetworkKind::encoder && !network.tied_embeddings;
  ParameterSplit split;
  split.embedding = std::min(words, all);
  split.output = has_output ? std::min(words, all - split.embedding) : 0;
  split.experts = std::min(expert_parameters(network), all - split.embedding - split.output);
  split.rest = all - split.embedding - split.output - split.experts;
  return split;
}

int head_width(const Network& network) {
  return network.head_dim.value_or(network.hidden.value_or(0) / std::max(network.heads.value_or(1), 1));
}

int query_width(const Network& network) { return network.heads.value_or(0) * head_width(network); }

int key_width(const Network& network) {
  return network.kv_heads.value_or(network.heads.value_or(0)) * head_width(network);
}

double active_feed_forward(const Network& network) {
  if (!network.experts) return network.feed_forward.value_or(0);
  const double inner = network.expert_feed_forward.value_or(network.feed_forward.value_or(0));
  return inner * (network.active_experts.value_or(1) + network.shared_experts.value_or(0));
}

int layer_count(const Network& network) {
  const int both = network.kind == NetworkKind::encoder_decoder || network.kind == NetworkKind::recurrent;
  return network.layers.value_or(0) + (both ? network.decoder_layers.value_or(0) : 0);
}

double kv_bits(KvFormat format) {
  constexpr auto k_bits = std::to_array<double>({16, 8.5, 4.5});
  return k_bits[static_cast<std::size_t>(format)];
}

double kv_cache_bytes(const Network& network, int tokens, KvFormat format) {
  const int layers = caching_layers(network);
  const int windowed = network.window ? std::min(network.windowed_layers.value_or(layers), layers) : 0;
  const double values = network.kv_latent ? *network.kv_latent : 2.0 * key_width(network);
  // A decoder beside an encoder also keeps keys and values of what the encoder read.
  const double sequences = network.kind == NetworkKind::encoder_decoder ? 2 : 1;
  const double kept = static_cast<double>(layers - windowed) * tokens +
                      static_cast<double>(windowed) * std::min(tokens, network.window.value_or(tokens));
  return values * kept * sequences * kv_bits(format) / 8;
}

double adapter_parameters(const Network& network, int rank, AdapterTargets targets) {
  const double width = network.hidden.value_or(0);
  const double queries = query_width(network);
  const double keys = key_width(network);
  double sides = (width + queries) + (width + keys);  // queries and values
  if (targets != AdapterTargets::query_value) sides += (width + keys) + (queries + width);
  if (targets == AdapterTargets::all_linear) {
    const double inner = network.experts ? network.expert_feed_forward.value_or(network.feed_forward.value_or(0))
                                         : network.feed_forward.value_or(0);
    sides += expert_matrix_count(network) * network.experts.value_or(1) * (width + inner);
  }
  return sides * rank * layer_count(network);
}

std::optional<ImageSize> input_size(const Network& network) {
  const std::string_view text = network.input;
  const char* const end = text.data() + text.size();
  ImageSize size;
  const auto width = std::from_chars(text.data(), end, size.width);
  if (width.ec != std::errc() || width.ptr == end || *width.ptr != 'x') return std::nullopt;
  const auto height = std::from_chars(width.ptr + 1, end, size.height);
  if (height.ec != std::errc() || size.width < 1 || size.height < 1) return std::nullopt;
  return size;
}

bool splits_by_layers(const Network& network) {
  switch (network.kind) {
    case NetworkKind::decoder:
    case NetworkKind::encoder:
    case NetworkKind::encoder_decoder:
      return network.layers.has_value();
    case NetworkKind::convolutional:
    case NetworkKind::recurrent:
    case NetworkKind::diffusion:
      break;
  }
  return false;
}

}  // namespace gpuadvisor
