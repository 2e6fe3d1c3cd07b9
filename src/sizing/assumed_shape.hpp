#pragma once

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/network.hpp"

namespace gpuadvisor {

/// The network, its shape completed where that is not known: by the decoder of the catalog that is nearest in size,
/// with experts or without as it has them, which `shape_from` then names. What is known of it stays. Networks that are
/// complete, are no decoders, or whose size is not known come back as they were.
/// The rule is ours: docs/memory.md#networks-whose-shape-is-not-known.
[[nodiscard]] Network with_assumed_shape(const Network& network, const Catalog& catalog);

}  // namespace gpuadvisor
