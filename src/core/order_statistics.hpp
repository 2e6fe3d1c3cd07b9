#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace gpuadvisor {

/// Standard deviations on either side of the middle that hold 80 % of a normal distribution.
inline constexpr double k_normal_deviations = 1.2816;

/// The value of a 1-based rank; of the nearest there is. Requires at least one.
template <class T = double>
[[nodiscard]] T of_rank(std::vector<T> values, std::size_t rank) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(std::clamp<std::size_t>(rank, 1, values.size()) - 1);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// The middle value, or the mean of the two in the middle. Requires at least one.
template <class T = double>
[[nodiscard]] T median(std::vector<T> values) {
  const std::size_t half = values.size() / 2;
  const bool is_odd = values.size() % 2 == 1;
  const T lower = is_odd ? T() : of_rank(values, half);
  const T upper = of_rank(std::move(values), half + 1);
  return is_odd ? upper : (lower + upper) / 2;
}

/// ceil, but for products like 0.9 * 10 that rounding puts just above a whole number.
[[nodiscard]] inline std::size_t rank_at(double product) { return static_cast<std::size_t>(std::ceil(product - 1e-9)); }

/// The smallest value that at least `part` of all values do not exceed (nearest rank). Requires at least one value and
/// 0 < part <= 1.
template <class T = double>
[[nodiscard]] T quantile(std::vector<T> values, double part) {
  const std::size_t rank = rank_at(part * static_cast<double>(values.size()));
  return of_rank(std::move(values), rank);
}

}  // namespace gpuadvisor
