#include "number_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/text.hpp"

namespace gpuadvisor {

std::string rounded(double figure) {
  const double magnitude = std::abs(figure);
  if (magnitude < 9.995) return fmt::format("{:.2f}", figure);
  if (magnitude < 99.95) return fmt::format("{:.1f}", figure);
  return fmt::format("{:.0f}", figure);
}

std::string three_digits(double figure) {
  constexpr double k_whole = 99.95;  // from which on none stands behind the point
  return figure < k_whole ? fmt::format("{:.3g}", figure) : with_commas(fmt::format("{:.0f}", figure));
}

std::string rounded_range(double least, double most) {
  const std::string low = rounded(least);
  const std::string high = rounded(most);
  return low == high ? low : fmt::format("{} to {}", low, high);
}

}  // namespace gpuadvisor
