#include "gpuadvisor/core/money.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "text.hpp"

namespace gpuadvisor {
namespace {

Exchange& in_force() {
  static Exchange exchange;
  return exchange;
}

std::string with_sign(std::string figure) {
  const Exchange& exchange = in_force();
  return (exchange.currency == "USD" ? "$" : exchange.currency + ' ') + std::move(figure);
}

constexpr double k_with_cents = 10;  // amounts below

}  // namespace

MoneyScope::MoneyScope(const Exchange& exchange) : m_before(std::exchange(in_force(), exchange)) {}
MoneyScope::~MoneyScope() { in_force() = std::move(m_before); }

double told(Usd amount) {
  const Exchange& exchange = in_force();
  if (!exchange.changes_amounts()) return amount.value();
  const double figure = exchange.told(amount);
  constexpr double k_last_bits = 1e-9;  // of a conversion, of what is a whole number
  return std::abs(figure - std::round(figure)) < k_last_bits * figure ? std::round(figure) : figure;
}

std::string money(Usd amount) {
  const double figure = told(amount);
  if (figure < k_with_cents) return with_sign(fmt::format("{:.2f}", figure));
  return with_sign(with_commas(fmt::format("{:.0f}", std::ceil(figure))));
}

std::string money_nearest(Usd amount) {
  const double figure = told(amount);
  return figure < k_with_cents ? money(amount) : with_sign(with_commas(fmt::format("{:.0f}", std::round(figure))));
}

std::string money_small(Usd amount) {
  const double figure = told(amount);
  return figure >= 1 || figure <= 0 ? money_exact(amount) : with_sign(fmt::format("{:#.2g}", figure));
}

std::string money_hourly(Usd amount) {
  constexpr double k_cents = 100;
  constexpr double k_least_part = 0.05;  // of a cent
  const double cents = told(amount) * k_cents;
  const bool has_parts = cents < k_cents && std::abs(cents - std::round(cents)) > k_least_part;
  if (has_parts) return with_sign(fmt::format("{:.3f}", cents / k_cents));
  const std::string text = in_thousands(std::round(cents) / k_cents);
  return with_sign(text.find('.') == std::string::npos ? text + ".00" : text);
}

std::string money_exact(Usd amount) { return with_sign(in_thousands(told(amount))); }

}  // namespace gpuadvisor
