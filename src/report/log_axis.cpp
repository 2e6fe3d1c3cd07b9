#include "log_axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace gpuadvisor {
namespace {

constexpr double k_least_span = 1.5;  // from end to end: narrower ones would have no two round values

// Digits of round values, the roundest first.
constexpr auto k_digits = std::to_array<double>({1, 5, 2, 3, 7, 1.5, 4, 6, 8, 9, 1.2, 2.5, 1.1, 1.3, 1.4, 1.7, 3.5});

std::size_t distance(std::size_t a, std::size_t b) { return a > b ? a - b : b - a; }

/// 2 and -1: 0.2. Dividing by a power of ten gives the number that is written so.
double round_value(double digits, int power) {
  const double unit = std::pow(10.0, std::abs(power));
  return power < 0 ? digits / unit : digits * unit;
}

}  // namespace

LogAxis::LogAxis(double least, double most, std::size_t cells, double margin)
    : m_low(std::log(least)), m_high(std::log(most)), m_cells(cells) {
  const double missing = std::max(0.0, std::log(k_least_span) - (m_high - m_low));
  const double widening = missing / 2 + margin * (m_high - m_low);
  m_low -= widening;
  m_high += widening;
}

std::size_t LogAxis::cell(double value) const {
  const double share = std::clamp((std::log(value) - m_low) / (m_high - m_low), 0.0, 1.0);
  return std::min(m_cells - 1, static_cast<std::size_t>(share * static_cast<double>(m_cells)));
}

bool LogAxis::contains(double value) const { return std::log(value) >= m_low && std::log(value) <= m_high; }

std::vector<double> LogAxis::ticks(std::size_t gap) const {
  const auto power_of = [](double log) { return static_cast<int>(std::floor(log / std::log(10.0))); };
  const int highest = power_of(m_high) + 1;  // a quotient of logarithms may be a hair below a whole number
  std::vector<double> found;
  for (const double digits : k_digits) {
    for (int power = power_of(m_low); power <= highest; ++power) {
      const double value = round_value(digits, power);
      const auto is_near = [&](double other) { return distance(cell(other), cell(value)) < gap; };
      if (contains(value) && std::none_of(found.begin(), found.end(), is_near)) found.push_back(value);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace gpuadvisor
