#pragma once

#include <string>

#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// Whole dollars, rounded up, with thousands separators: `$27,500`; cents below ten dollars.
[[nodiscard]] std::string money(Usd amount);

/// To the cent, with thousands separators: `$1,299.99`; whole dollars without cents: `$1,300`.
[[nodiscard]] std::string money_exact(Usd amount);

}  // namespace gpuadvisor
