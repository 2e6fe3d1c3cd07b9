#include "parameter_count.hpp"

#include <algorithm>
#include <cmath>

#include "gpuadvisor/sizing/network_shape.hpp"

namespace gpuadvisor {
namespace {

/// `rows` if `has` them.
double if_any(bool has, double rows) { return has ? rows : 0; }

/// The heads of a layer of attention. Without keys of its own it uses those of an earlier layer.
struct Heads {
  int count = 0;
  int of_keys = 0;
  int width = 0;
  bool keys_are_values = false;
  bool has_keys = true;
};

/// What selects the tokens to attend to: queries from their latent, one key, a weight for each head.
double indexer(const Network& network) {
  if (!network.indexer_heads || !network.indexer_dim) return 0;
  const double width = *network.hidden;
  const double dim = *network.indexer_dim;
  return network.query_latent.value_or(*network.hidden) * *network.indexer_heads * dim + width * dim + 2 * dim +
         width * *network.indexer_heads;
}

/// Keys and values compressed into one vector (multi-head latent attention).
double latent_attention(const Network& network) {
  const double width = *network.hidden;
  const double queries = query_width(network);
  const double heads = *network.heads;
  const double rope = network.rope_dim.value_or(0);
  const double value_width = heads * network.value_head_dim.value_or(head_width(network));
  const double latent = *network.kv_latent - rope;
  const double query = network.query_latent ? *network.query_latent * (width + queries + 1) : width * queries;
  return query + width * *network.kv_latent + latent + latent * (queries - heads * rope + value_width) +
         value_width * width * (network.attention_gate ? 2 : 1) + indexer(network);
}

/// Queries, keys, values, what gates them, and output: each a matrix.
double attention(const Network& network, const ModelFamily& family, const Heads& heads) {
  const double width = *network.hidden;
  const double queries = static_cast<double>(heads.count) * heads.width;
  const double values = static_cast<double>(heads.count) * network.value_head_dim.value_or(heads.width);
  const double keys = static_cast<double>(heads.of_keys) * heads.width;
  const double kept_values = static_cast<double>(heads.of_keys) * network.value_head_dim.value_or(heads.width);
  const double own = heads.has_keys ? keys + if_any(!heads.keys_are_values, kept_values) : 0;
  const double gate = network.attention_gate == AttentionGate::value  ? values
                      : network.attention_gate == AttentionGate::head ? heads.count
                                                                      : 0;
  return width * (queries + own + values + gate) + if_any(family.has_query_bias, queries + own) +
         if_any(family.has_output_bias, width) + if_any(family.has_head_norms, 2.0 * heads.width) + indexer(network);
}

Heads heads_of(const Network& network) {
  return {*network.heads, network.kv_heads.value_or(*network.heads), head_width(network), false, true};
}

Heads full_heads_of(const Network& network) {
  const Heads usual = heads_of(network);
  return {network.full_heads.value_or(usual.count), network.full_kv_heads.value_or(usual.of_keys),
          network.full_head_dim.value_or(usual.width), network.full_keys_are_values, true};
}

/// One layer that keeps a state (docs/memory.md#states).
double state_layer(const StateLayers& layer, const Network& network) {
  const double width = *network.hidden;
  const double heads = layer.heads.value_or(0);
  const double values = heads * layer.value_dim.value_or(0);
  const double keys =
      layer.key_heads.value_or(layer.heads.value_or(0)) * static_cast<double>(layer.key_dim.value_or(0));
  const double taps = layer.kernel.value_or(0);
  switch (layer.kind) {
    case StateKind::gated_delta_net:
      return width * (2 * keys + 3 * values + 2 * heads) + taps * (2 * keys + values) + 2 * heads +
             layer.value_dim.value_or(0);
    case StateKind::kimi_delta_attention: {
      const double narrow = layer.key_dim.value_or(0);  // decay and gate pass through one head's width
      return width * (3 * keys + values + heads) + 3 * taps * keys + heads + keys + 2 * narrow * (width + keys);
    }
    case StateKind::lightning_attention:
      return width * (2 * keys + 3 * values);
    case StateKind::mamba_2: {
      const double shared = 2.0 * layer.groups.value_or(1) * layer.key_dim.value_or(0);
      return width * (3 * values + shared + heads) + (taps + 1) * (values + shared) + 3 * heads + values;
    }
    case StateKind::mamba_1: {
      const double states = layer.key_dim.value_or(0);
      const double rank = std::ceil(width / 16);  // of what makes the steps of time
      return width * 3 * heads + heads * (taps + 1 + 2 * rank + 3 * states + 2);
    }
    case StateKind::short_convolution:
      return 4 * width * width + taps * width;
  }
  return 0;
}

/// What mixes tokens in a stack: attention of each sort, and layers that keep a state.
double mixing_layers(const Network& network, const ModelFamily& family, int layers) {
  const int attending = std::min(layers, network.attention_layers.value_or(layers));
  const int windowed = network.window ? std::min(network.windowed_layers.value_or(attending), attending) : 0;
  const int full = attending - windowed;
  double sum = 0;
  for (const StateLayers& state : network.state_layers) sum += state.layers * state_layer(state, network);
  if (network.kv_latent) return sum + attending * latent_attention(network);
  const auto add = [&](int count, int with_keys, Heads heads) {
    sum += with_keys * attention(network, family, heads);
    heads.has_keys = false;
    sum += (count - with_keys) * attention(network, family, heads);
  };
  const bool is_decoder = network.kind == NetworkKind::decoder;
  const CachingLayers caching = is_decoder ? caching_layers(network) : CachingLayers{full, windowed};
  add(full, caching.full, full_heads_of(network));
  add(windowed, caching.windowed, heads_of(network));
  return sum;
}

double feed_forward(double width, double inner, const Network& network, const ModelFamily& family) {
  const double inward = network.gated_feed_forward ? 2 : 1;
  return (inward + 1) * width * inner + if_any(family.has_feed_forward_bias, inward * inner + width);
}

double norm(const Network& network, const ModelFamily& family) {
  return *network.hidden * (family.has_norm_bias ? 2.0 : 1.0);
}

/// Experts, what chooses among them, and what every token passes beside them: of one layer, `experts` of them counted.
double expert_block(const Network& network, const ModelFamily& family, double experts) {
  const double width = *network.hidden;
  const double inner = network.expert_feed_forward.value_or(network.feed_forward.value_or(0));
  const double narrow = network.expert_hidden.value_or(*network.hidden);
  const double shared = network.shared_expert_feed_forward.value_or(network.shared_experts.value_or(0) * inner);
  return experts * feed_forward(narrow, inner, network, family) +
         if_any(shared > 0, feed_forward(width, shared, network, family)) + if_any(narrow < width, 2 * width * narrow) +
         *network.experts * (width + if_any(family.has_feed_forward_bias, 1));
}

/// The layers of a stack in which every token passes `experts` experts.
double stack(const Network& network, const ModelFamily& family, int layers, double experts) {
  const int with_block = std::min(layers, network.feed_forward_layers.value_or(layers));
  const int dense = network.experts ? network.dense_layers.value_or(0) : with_block;
  const double block = network.feed_forward ? feed_forward(*network.hidden, *network.feed_forward, network, family) : 0;
  return mixing_layers(network, family, layers) + layers * family.norms * norm(network, family) + dense * block +
         (network.experts ? (with_block - dense) * expert_block(network, family, experts) : 0);
}

/// What a layer that writes has besides: attention to what was read, and its norm.
double cross_attention(const Network& network, const ModelFamily& family) {
  return attention(network, family, heads_of(network)) + norm(network, family);
}

double embeddings(const Network& network) {
  const double width = *network.hidden;
  const double words = network.vocabulary.value_or(0) * width;
  const bool has_output = network.kind != NetworkKind::encoder && !network.tied_embeddings;
  // Embeddings of layers are looked up, and two matrices of each layer join them to what passes it.
  const double layer_width = static_cast<double>(network.layer_embedding.value_or(0)) * network.layers.value_or(0);
  return words + if_any(has_output, words) + network.positions.value_or(0) * width +
         layer_width * (network.vocabulary.value_or(0) + 3 * width);
}

double count(const Network& network, const ModelFamily& family, double experts) {
  double sum = embeddings(network) + stack(network, family, *network.layers, experts) + norm(network, family);
  if (network.kind == NetworkKind::encoder_decoder) {
    const int layers = network.decoder_layers.value_or(*network.layers);
    sum += stack(network, family, layers, experts) + layers * cross_attention(network, family) + norm(network, family);
  }
  return sum;
}

}  // namespace

std::optional<ParameterCount> counted_parameters(const Network& network, const ModelFamily& family, double others) {
  const bool has_block = network.feed_forward || (network.experts && network.expert_feed_forward);
  const bool has_dense = network.experts && network.dense_layers.value_or(0) > 0;
  if (!network.layers || !network.hidden || !network.heads || !has_block) return std::nullopt;
  if (has_dense && !network.feed_forward) return std::nullopt;
  if (network.kv_latent && network.rope_dim.value_or(0) > std::min(head_width(network), *network.kv_latent)) {
    return std::nullopt;  // the part of a head that carries the position is no more than the head
  }
  const double experts = network.experts.value_or(0);
  return ParameterCount{
      Millions{(count(network, family, experts) + others) / 1e6},
      Millions{(count(network, family, network.active_experts.value_or(network.experts.value_or(0))) + others) / 1e6}};
}

}  // namespace gpuadvisor
