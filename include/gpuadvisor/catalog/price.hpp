#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// `mixed` quotes average new and second-hand offers; `used` includes refurbished and open-box ones.
enum class Condition : unsigned char { brand_new, used, mixed };

template <>
inline constexpr auto k_enum_names<Condition> = std::to_array<std::string_view>({"new", "used", "mixed"});

/// What a figure says of the market, one statistic each: on one day they differ by tens of percent for the same card
/// (docs/prices.md#kinds-of-quotes).
enum class QuoteKind : unsigned char {
  ask_second,           // the second lowest of `asks`
  ask_lowest,           // the lowest of `asks`; of 1, the only one
  ask_mean_of_lowest,   // the mean of the three lowest
  ask_quartile,         // the lower quartile of `asks`
  ask_typical,          // the median or mean of all
  ask_highest,          // the highest of `asks`
  shop,                 // of a new one that a shop sells, or of a whole machine
  shop_mean_of_lowest,  // the mean of the three lowest of shops
  sold,                 // what was paid: typically, or once
  sold_low,             // the lower end of what was paid
  sold_high,            // the upper end
  list,                 // the vendor's
  weak,                 // the word of an article, a table or a dashboard: no offer and no method is named
};

template <>
inline constexpr auto k_enum_names<QuoteKind> = std::to_array<std::string_view>(
    {"ask-second", "ask-lowest", "ask-mean-of-lowest", "ask-quartile", "ask-typical", "ask-highest", "shop",
     "shop-mean-of-lowest", "sold", "sold-low", "sold-high", "list", "weak"});

/// Whose prices count where a buyer's country has none, and without one that is told. ISO 3166-1 alpha-2.
inline constexpr std::string_view k_home_country = "US";

/// Of the currency of the record that holds it.
using CurrencyAmount = Quantity<struct CurrencyAmountUnit>;

/// One quote as a source gives it.
struct Price {
  std::string_view gpu;
  PartialDate date;
  Condition condition = Condition::brand_new;
  QuoteKind kind = QuoteKind::shop;
  std::optional<int> asks;               // that the statistic is of, at least 1; absent: not told, or of no asks
  Usd price;                             // of the day
  std::string_view region;               // ISO 3166-1 alpha-2
  std::string_view currency;             // ISO 4217, of what was quoted; empty: US dollars
  std::optional<CurrencyAmount> amount;  // as quoted, where it is not US dollars
  std::string_view place;                // where it is sold, e.g. "eBay", "Newegg"; empty: not told
  std::string_view source;
  std::string_view note;
};

/// How many offers at its price a figure stands for; 0: it is no ask, and sets no price (docs/prices.md#prices).
[[nodiscard]] constexpr int offers_of(QuoteKind kind) {
  switch (kind) {
    case QuoteKind::ask_second:
    case QuoteKind::shop:  // which has more than one
      return 2;
    case QuoteKind::ask_lowest:
      return 1;
    case QuoteKind::ask_mean_of_lowest:
      return 3;
    default:
      return 0;
  }
}

/// Whether it is a vendor's word, not what the market says.
[[nodiscard]] constexpr bool is_list_price(const Price& price) { return price.kind == QuoteKind::list; }

template <>
inline constexpr auto k_fields<Price> = std::tuple{
    required("gpu", &Price::gpu),
    required("date", &Price::date),
    required("condition", &Price::condition),
    required("kind", &Price::kind),
    optional("asks", &Price::asks),
    required("price_usd", &Price::price),
    required("region", &Price::region),
    optional("currency", &Price::currency),
    optional("amount", &Price::amount),
    optional("place", &Price::place),
    required("source", &Price::source),
    optional("note", &Price::note),
};

}  // namespace gpuadvisor
