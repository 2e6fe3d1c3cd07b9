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

std::string money_exact(Usd amount) { return with_sign(in_thousands(told(amount))); }

}  // namespace gpuadvisor
