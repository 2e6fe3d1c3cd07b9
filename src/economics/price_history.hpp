#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/economics/price_rule.hpp"

namespace gpuadvisor {

/// A quote, and what it says of today.
struct DatedQuote {
  const Price* quote = nullptr;
  std::string_view source_title;
  std::optional<Ratio> index;   // of the market in its month, as a multiple of today's; absent where it is not known
  std::optional<Usd> moved;     // the price, moved along with the market to today
  std::optional<int> age_days;  // on the catalog's day, at least: a month counts as its last day
};

/// What a GPU was quoted at, and what it costs today. Views the catalog.
struct PriceHistory {
  const Gpu* gpu = nullptr;
  std::string_view market;          // that its prices move with
  PriceEstimates prices;            // of today
  std::vector<DatedQuote> quotes;   // the newest first
  std::vector<MarketMonth> months;  // of the market, the newest first
};

[[nodiscard]] PriceHistory price_history(const Gpu& gpu, const Catalog& catalog);

}  // namespace gpuadvisor
