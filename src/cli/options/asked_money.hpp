#pragma once

#include <string>
#include <string_view>

#include "gpuadvisor/core/money.hpp"

namespace gpuadvisor::cli {

/// An amount of money as options take it: "500", "$1,200", "1.5k", "800 EUR", "800eur".
struct AskedMoney {
  double amount = 0;     // positive
  std::string currency;  // ISO 4217; empty: that of the answer
};

/// Throws UsageError naming the option.
[[nodiscard]] AskedMoney asked_money(std::string_view option, std::string_view text);

/// The price of a kWh: "0.30", "0.30 EUR". Throws UsageError naming the option.
[[nodiscard]] AskedMoney asked_price_per_kwh(std::string_view option, std::string_view text);

}  // namespace gpuadvisor::cli
