#pragma once

#include <vector>

#include "comparison.hpp"
#include "gpuadvisor/catalog/guide.hpp"

namespace gpuadvisor {

/// What guides state of pairs among the GPUs compared, the newest guide first. A priority score is no speed, so it
/// gives no figure beside; nor does a GPU without a price where value is meant.
[[nodiscard]] std::vector<StatedRatio> stated_ratios(const Comparison& comparison, const Catalog& catalog);

}  // namespace gpuadvisor
