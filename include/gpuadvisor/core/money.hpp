#pragma once

#include <string>

#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// Whole dollars, rounded up, with thousands separators: `$27,500`; cents below ten dollars.
[[nodiscard]] std::string money(Usd amount);

}  // namespace gpuadvisor
