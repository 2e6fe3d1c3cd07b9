#pragma once

#include "build_view.hpp"

namespace gpuadvisor {

/// One build in short: whether it works and what to see to; how fast it trains; what it needs and costs.
[[nodiscard]] Document build_screen(const BuildView& view);

}  // namespace gpuadvisor
