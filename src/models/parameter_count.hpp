#pragma once

#include <optional>

#include "gpuadvisor/catalog/network.hpp"
#include "model_family.hpp"

namespace gpuadvisor {

/// Parameters of a network of attention layers, in all and those that one token uses.
struct ParameterCount {
  Millions all;
  Millions active;
};

/// The parameters that follow from a shape and a family (docs/memory.md#model-files): embeddings, the matrices of
/// every layer, their biases and norms. `others` are those of what a shape does not hold, such as a patch embedding.
/// Nothing unless layers, width, heads and, where they have one, the inner width of the feed-forward block are known,
/// nor where the part of a head that carries the position is wider than the head.
[[nodiscard]] std::optional<ParameterCount> counted_parameters(const Network& network, const ModelFamily& family,
                                                               double others = 0);

}  // namespace gpuadvisor
