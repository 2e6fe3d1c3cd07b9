#include "gpuadvisor/core/money.hpp"

#include <fmt/format.h>

#include <cmath>

namespace gpuadvisor {

std::string money(Usd amount) {
  if (amount.value() < 10) return fmt::format("${:.2f}", amount.value());
  std::string digits = fmt::format("{:.0f}", std::ceil(amount.value()));
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return '$' + digits;
}

}  // namespace gpuadvisor
