#pragma once

namespace gpuadvisor {

/// What a description of a network may say at most: well beyond any, and no product of them overflows.
struct ShapeLimits {
  static constexpr int layers = 10'000;
  static constexpr int heads = 100'000;
  static constexpr int width = 10'000'000;  // of layers, blocks and vocabularies
  static constexpr int head_width = 10'000;
  static constexpr int tokens = 1'000'000'000;
  static constexpr int experts = 100'000;
};

}  // namespace gpuadvisor
