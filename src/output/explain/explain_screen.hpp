#pragma once

#include "explain_view.hpp"

namespace gpuadvisor {

/// The decision in short: the place of each GPU, its prices, and what its speed and score are made of.
[[nodiscard]] Document explain_screen(const ExplainView& view);

}  // namespace gpuadvisor
