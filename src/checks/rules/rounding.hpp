#pragma once

#include <cmath>

namespace gpuadvisor {

/// How far a published figure may be from what others give: by rounding, or a clock that differs by as much. Figures of
/// two digits or fewer are rounded coarsely. Requires a figure above 0.
inline double rounding_of(double figure) {
  constexpr double k_fine = 0.01;
  constexpr double k_coarse = 0.03;
  constexpr double k_exact = 1e-9;
  const double leading = figure / std::pow(10, std::floor(std::log10(figure)) - 1);  // 10 to 99.9…
  return std::abs(leading - std::round(leading)) < k_exact * leading ? k_coarse : k_fine;
}

}  // namespace gpuadvisor
