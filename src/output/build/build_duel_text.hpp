#pragma once

#include <string>

#include "build_view.hpp"

namespace gpuadvisor {

/// Two builds side by side, and in sentences which has more speed per dollar and where that turns.
[[nodiscard]] std::string duel_text(const BuildView& view, const Page& page);

}  // namespace gpuadvisor
