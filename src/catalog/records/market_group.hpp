#pragma once

#include <string_view>

#include "gpuadvisor/catalog/gpu.hpp"

namespace gpuadvisor {

/// GPUs whose prices move together: consumer cards of one class of memory, else those of a segment.
[[nodiscard]] std::string_view market_group(const Gpu& gpu);

}  // namespace gpuadvisor
