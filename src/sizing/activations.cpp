#include "activations.hpp"

#include "gpuadvisor/sizing/network_shape.hpp"

namespace gpuadvisor {
namespace {

// Bytes per unit of width and token that a layer keeps outside its feed-forward block (Korthikanti et al. 2022, 34 less
// the 16 of a block four times as wide): attention 11, its norms 4, the block's input 2 and dropout mask 1.
constexpr double k_bytes_per_width = 18;

// Of the block, per unit of inner width: what an activation function takes and gives (2 bytes each); with gates, also
// the other factor and the product.
constexpr double k_bytes_per_inner = 4;
constexpr double k_bytes_per_inner_gated = 8;

// The input of the block, per unit of width, and that of its last matrix, per unit of inner width, are kept only for
// the gradients of these matrices.
constexpr double k_bytes_of_matrix_input = 2;

// Where kernels write gradients in place of what they came from: queries, keys, values and the result of attention; of
// a block with gates, its two factors.
constexpr double k_overwritten_per_width = 8;

constexpr double k_bytes_per_score = 5;   // softmax, dropout and its mask: 2 + 2 + 1
constexpr double k_bytes_of_input = 2;    // per unit of width
constexpr double k_bytes_per_logit = 10;  // 16-bit, 32-bit copy, 32-bit gradient
constexpr double k_bytes_per_32_bit = 2;  // against 16-bit arithmetic

}  // namespace

LayerActivations layer_activations(const Network& network, int tokens, bool inputs_are_kept) {
  const double width = network.hidden.value_or(0);
  const double left_out = inputs_are_kept ? 0 : k_bytes_of_matrix_input;
  const double inner = network.gated_feed_forward ? k_bytes_per_inner_gated : k_bytes_per_inner;
  return {(k_bytes_per_width - left_out) * width + (inner - left_out) * active_feed_forward(network),
          k_bytes_per_score * network.heads.value_or(0) * tokens, k_bytes_of_input * width};
}

LayerActivations overwritten_activations(const Network& network) {
  const double width = network.hidden.value_or(0);
  return {k_overwritten_per_width * width + k_bytes_per_inner * active_feed_forward(network), 0,
          k_bytes_of_input * width};
}

double attention_activations(const Network& network, int batch, int tokens, Checkpointing checkpointing) {
  const LayerActivations layer = layer_activations(network, tokens, true);
  double per_token = layer.bytes;
  if (checkpointing == Checkpointing::none) per_token += layer.score_bytes;
  if (checkpointing == Checkpointing::full) per_token = layer.input_bytes;
  return per_token * layer_count(network) * batch * tokens;
}

double logit_bytes(const Network& network, int batch, int tokens, Arithmetic arithmetic) {
  const double bytes = k_bytes_per_logit * (arithmetic == Arithmetic::fp32 ? k_bytes_per_32_bit : 1);
  return static_cast<double>(batch) * tokens * network.vocabulary.value_or(0) * bytes;
}

}  // namespace gpuadvisor
