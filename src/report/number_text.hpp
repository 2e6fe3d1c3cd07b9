#pragma once

#include <optional>
#include <string>

namespace gpuadvisor {

/// Two decimals below 10, one below 100, none above: three significant digits at a glance.
[[nodiscard]] std::string rounded(double figure);

/// "71.2", "1,008": three significant digits, and all of those before the point.
[[nodiscard]] std::string three_digits(double figure);

/// "1.23 to 1.33"; "1.5" where both ends look the same.
[[nodiscard]] std::string rounded_range(double least, double most);

/// Text of an optional figure, or a dash.
template <class T, class Format>
std::string or_dash(const std::optional<T>& figure, Format format) {
  return figure ? format(*figure) : std::string("-");
}

}  // namespace gpuadvisor
