#pragma once

namespace gpuadvisor {

/// What a description of a network may say at most: well beyond any, and no product of them overflows.
struct ShapeLimits {
  static constexpr int k_layers = 10'000;
  static constexpr int k_heads = 100'000;
  static constexpr int k_width = 10'000'000;  // of layers, blocks and vocabularies
  static constexpr int k_head_width = 10'000;
  static constexpr int k_tokens = 1'000'000'000;
  static constexpr int k_experts = 100'000;
};

}  // namespace gpuadvisor
