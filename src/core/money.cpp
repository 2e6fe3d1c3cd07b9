#include "gpuadvisor/core/money.hpp"

#include <fmt/format.h>

#include <cmath>

namespace gpuadvisor {

namespace {

/// `digits` as thousands, behind a dollar sign.
std::string dollars(std::string digits) {
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return '$' + digits;
}

}  // namespace

std::string money(Usd amount) {
  if (amount.value() < 10) return fmt::format("${:.2f}", amount.value());
  return dollars(fmt::format("{:.0f}", std::ceil(amount.value())));
}

std::string money_exact(Usd amount) {
  const std::string text = fmt::format("{:.2f}", amount.value());
  const auto point = text.size() - 3;
  const std::string cents = text.substr(point);
  return dollars(text.substr(0, point)) + (cents == ".00" ? "" : cents);
}

}  // namespace gpuadvisor
