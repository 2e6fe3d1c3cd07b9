#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/economics/price_rule.hpp"

namespace gpuadvisor {

/// What a quote was used for.
enum class QuoteUse : unsigned char {
  sets_today,  // it is the price of today
  carried,     // the price of today is carried from it and others
  informs,     // by the model of prices: how markets moved, and what is sound
  too_far,     // an ask too far from all other quotes to set a price
  none,        // list prices, recalled quotes, and what is older than the model looks
};

template <>
inline constexpr auto k_enum_names<QuoteUse> = std::to_array<std::string_view>({"sets-today", "carried", "informs",
                                                                                "too-far", "none"});

/// A quote, and what it says of today.
struct DatedQuote {
  const Price* quote = nullptr;
  std::string_view source_title;
  std::optional<Ratio> index;  // of the market in its month, as a multiple of today's; absent where it is not known
  std::optional<Usd> moved;    // the price, moved along with the market to today
  QuoteUse use = QuoteUse::none;
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

/// The market of a GPU in the month of a date, as a multiple of today's; empty where it is not known.
[[nodiscard]] std::optional<Ratio> market_index(const Gpu& gpu, PartialDate date, const Catalog& catalog);

[[nodiscard]] PriceHistory price_history(const Gpu& gpu, const Catalog& catalog);

}  // namespace gpuadvisor
