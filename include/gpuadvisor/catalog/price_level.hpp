#pragma once

#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/catalog/price.hpp"
#include "gpuadvisor/catalog/score.hpp"
#include "gpuadvisor/core/date.hpp"

namespace gpuadvisor {

/// What the second-lowest ask of a GPU in one condition is expected to be on the catalog's day, from the quotes of all
/// GPUs and months (docs/prices.md#the-price-model). Whole dollars.
struct PriceLevel {
  std::string_view gpu;
  Condition condition = Condition::brand_new;
  Usd today;
  Usd low;   // an offer costs between them
  Usd high;  // with a probability of 80 %

  friend bool operator==(const PriceLevel&, const PriceLevel&) = default;
};

template <>
inline constexpr auto k_fields<PriceLevel> = std::tuple{
    required("gpu", &PriceLevel::gpu),         required("condition", &PriceLevel::condition),
    required("today_usd", &PriceLevel::today), required("low_usd", &PriceLevel::low),
    required("high_usd", &PriceLevel::high),
};

/// What GPUs of one market cost in a month, compared with the catalog's day.
struct MarketMonth {
  std::string_view market;  // e.g. "consumer 10 to 15 GB", see docs/prices.md#the-price-model
  PartialDate month;
  Ratio index;      // of prices then and today
  int quotes = 0;   // of this market in this month
  int sources = 0;  // that they are from

  friend bool operator==(const MarketMonth&, const MarketMonth&) = default;
};

template <>
inline constexpr auto k_fields<MarketMonth> = std::tuple{
    required("market", &MarketMonth::market),   required("month", &MarketMonth::month),
    required("index", &MarketMonth::index),     required("quotes", &MarketMonth::quotes),
    required("sources", &MarketMonth::sources),
};

}  // namespace gpuadvisor
