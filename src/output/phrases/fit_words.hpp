#pragma once

#include <string_view>

namespace gpuadvisor {

/// What fit_verdict() calls tight, for a legend; in brief on a screen.
inline constexpr std::string_view k_tight_in_brief = "tight: hardly any memory to spare";
inline constexpr std::string_view k_tight_meaning =
    "tight: the upper end of the need's 80 % interval is above the usable memory";

}  // namespace gpuadvisor
