#include "gpuadvisor/core/money.hpp"

#include <fmt/format.h>

#include <cmath>

#include "text.hpp"

namespace gpuadvisor {

std::string money(Usd amount) {
  if (amount.value() < 10) return fmt::format("${:.2f}", amount.value());
  return '$' + with_commas(fmt::format("{:.0f}", std::ceil(amount.value())));
}

std::string money_exact(Usd amount) { return '$' + in_thousands(amount.value()); }

}  // namespace gpuadvisor
