#pragma once

#include "gpuadvisor/catalog/network.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"

namespace gpuadvisor {

/// What one token leaves in one layer for the backward pass, at 16 bits.
struct LayerActivations {
  double bytes = 0;        // 18 h + 4 f, with gates 18 h + 8 f; where inputs are not kept 16 h + 2 f and 16 h + 6 f
  double score_bytes = 0;  // 5 a s: scores of attention before and after softmax and dropout
  double input_bytes = 0;  // 2 h: what is kept where the layer is computed again
};

/// Source: Korthikanti et al. 2022 (s b h (34 + 5 a s / h) with f = 4 h); gates and weights that are not trained
/// counted in docs/memory.md#activations. `inputs_are_kept`: those of the block's matrices, which their gradients need.
/// Requires layers, width, heads and feed-forward width.
[[nodiscard]] LayerActivations layer_activations(const Network& network, int tokens, bool inputs_are_kept);

/// The same by kernels that write gradients in place of what they came from and fuse attention (Unsloth): 8 h + 4 f,
/// with or without gates. Counted, in docs/memory.md#software.
[[nodiscard]] LayerActivations overwritten_activations(const Network& network);

/// Bytes kept by all layers for a batch of sequences, at 16 bits and as the paper counts them: no more than the paper
/// holds, before any factor of a framework.
[[nodiscard]] double attention_activations(const Network& network, int batch, int tokens, Checkpointing checkpointing);

/// Bytes of logits, their 32-bit copy and their gradient: 10 per token and word at 16 bits.
[[nodiscard]] double logit_bytes(const Network& network, int batch, int tokens, Arithmetic arithmetic);

}  // namespace gpuadvisor
