#pragma once

#include "build_view.hpp"

namespace gpuadvisor {

/// Two builds side by side, and in sentences which has more speed per dollar and where that turns.
[[nodiscard]] Document build_comparison_document(const BuildView& view);

}  // namespace gpuadvisor
