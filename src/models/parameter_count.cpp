#include "parameter_count.hpp"

#include <algorithm>

#include "gpuadvisor/sizing/network_shape.hpp"

namespace gpuadvisor {
namespace {

/// `rows` if `has` them.
double if_any(bool has, double rows) { return has ? rows : 0; }

/// Queries, keys, values and output, each a matrix, compressed (multi-head latent attention) or not.
double attention(const Network& network, const ModelFamily& family) {
  const double width = *network.hidden;
  const double queries = query_width(network);
  if (network.kv_latent) {
    const double heads = *network.heads;
    const double rope = network.rope_dim.value_or(0);
    const double value_width = heads * network.value_head_dim.value_or(head_width(network));
    const double latent = *network.kv_latent - rope;
    const double query = network.query_latent ? *network.query_latent * (width + queries + 1) : width * queries;
    return query + width * *network.kv_latent + latent + latent * (queries - heads * rope + value_width) +
           value_width * width;
  }
  const double keys = key_width(network);
  return width * (2 * queries + 2 * keys) + if_any(family.has_query_bias, queries + 2 * keys) +
         if_any(family.has_output_bias, width) + if_any(family.has_head_norms, 2.0 * head_width(network));
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
  return experts * feed_forward(width, inner, network, family) +
         network.shared_experts.value_or(0) * feed_forward(width, inner, network, family) +
         *network.experts * (width + if_any(family.has_feed_forward_bias, 1));
}

/// The layers of a stack in which every token passes `experts` experts.
double stack(const Network& network, const ModelFamily& family, int layers, double experts) {
  const double around = attention(network, family) + family.norms * norm(network, family);
  const int dense = network.experts ? network.dense_layers.value_or(0) : layers;
  const double block = network.feed_forward ? feed_forward(*network.hidden, *network.feed_forward, network, family) : 0;
  return layers * around + dense * block +
         (network.experts ? (layers - dense) * expert_block(network, family, experts) : 0);
}

/// What a layer that writes has besides: attention to what was read, and its norm.
double cross_attention(const Network& network, const ModelFamily& family) {
  return attention(network, family) + norm(network, family);
}

double embeddings(const Network& network) {
  const double width = *network.hidden;
  const double words = network.vocabulary.value_or(0) * width;
  const bool has_output = network.kind != NetworkKind::encoder && !network.tied_embeddings;
  return words + if_any(has_output, words) + network.positions.value_or(0) * width;
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
