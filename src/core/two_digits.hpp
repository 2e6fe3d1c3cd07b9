#pragma once

#include <cmath>

namespace gpuadvisor {

enum class Rounding { down, nearest, up };

/// A positive figure to so many significant digits, as the number that is written so: 2.4, and no 2.4000000000000004.
[[nodiscard]] inline double to_digits(double figure, int digits, Rounding rounding) {
  const auto whole = [rounding](double x) {
    return rounding == Rounding::down ? std::floor(x) : rounding == Rounding::up ? std::ceil(x) : std::round(x);
  };
  const double after_first = std::floor(std::log10(figure)) - (digits - 1);
  const double unit = std::pow(10.0, std::abs(after_first));
  return after_first < 0 ? whole(figure * unit) / unit : whole(figure / unit) * unit;
}

[[nodiscard]] inline double two_digits(double figure, Rounding rounding) { return to_digits(figure, 2, rounding); }

/// What an estimate bears for machines: more digits mean nothing.
[[nodiscard]] inline double four_digits(double figure) {
  return figure > 0 ? to_digits(figure, 4, Rounding::nearest) : figure;
}

}  // namespace gpuadvisor
