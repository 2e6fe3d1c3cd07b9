#pragma once

#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// Units of a currency for one US dollar.
using UnitsPerUsd = Quantity<struct UnitsPerUsdUnit>;

/// What a US dollar cost in another currency in a month.
struct ExchangeRate {
  std::string_view currency;  // ISO 4217
  PartialDate month;
  UnitsPerUsd per_usd;  // mean of the month, or that of one day of it, where the source says so
  std::string_view source;
};

template <>
inline constexpr auto k_fields<ExchangeRate> = std::tuple{
    required("currency", &ExchangeRate::currency),
    required("month", &ExchangeRate::month),
    required("per_usd", &ExchangeRate::per_usd),
    required("source", &ExchangeRate::source),
};

}  // namespace gpuadvisor
