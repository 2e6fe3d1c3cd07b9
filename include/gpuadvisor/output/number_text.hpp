#pragma once

#include <optional>
#include <string>

#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// Whole dollars, rounded up, with thousands separators: `$27,500`; cents below ten dollars.
[[nodiscard]] std::string money(Usd amount);

/// Two decimals below 10, one below 100, none above: three significant digits at a glance.
[[nodiscard]] std::string rounded(double figure);

/// Text of an optional figure, or a dash.
template <class T, class Format>
std::string or_dash(const std::optional<T>& figure, Format format) {
  return figure ? format(*figure) : std::string("-");
}

}  // namespace gpuadvisor
