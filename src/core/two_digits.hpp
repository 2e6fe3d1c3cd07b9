#pragma once

#include <cmath>

namespace gpuadvisor {

enum class Rounding { down, nearest, up };

/// A positive figure to two significant digits, as the number that is written so: 2.4, and no 2.4000000000000004.
[[nodiscard]] inline double two_digits(double figure, Rounding rounding) {
  const auto whole = [rounding](double x) {
    return rounding == Rounding::down ? std::floor(x) : rounding == Rounding::up ? std::ceil(x) : std::round(x);
  };
  const double after_first = std::floor(std::log10(figure)) - 1;
  const double unit = std::pow(10.0, std::abs(after_first));
  return after_first < 0 ? whole(figure * unit) / unit : whole(figure / unit) * unit;
}

/// A figure of an estimate to four significant digits, for machines: more of them mean nothing.
[[nodiscard]] inline double four_digits(double figure) {
  if (figure == 0) return 0;
  const double unit = std::pow(10.0, std::abs(std::floor(std::log10(std::abs(figure))) - 3));
  const bool is_small = std::abs(figure) < 1000;
  return is_small ? std::round(figure * unit) / unit : std::round(figure / unit) * unit;
}

}  // namespace gpuadvisor
