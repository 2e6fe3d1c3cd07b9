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

/// What a figure says of the market: kinds differ by tens of percent for the same card on the same day
/// (docs/prices.md#kinds-of-quotes).
enum class QuoteKind : unsigned char {
  ask_lowest,   // the lowest of what sellers ask, or the only one
  ask_cheap,    // the mean of the cheapest few, or the lower quartile
  ask_typical,  // the median or mean of all, or the upper end
  sold,         // what was paid
  retail,       // a shop's price
  list,         // the vendor's, at launch
  weak,         // the word of an article, a table or a dashboard: no offer and no method is named
};

template <>
inline constexpr auto k_enum_names<QuoteKind> =
    std::to_array<std::string_view>({"ask-lowest", "ask-cheap", "ask-typical", "sold", "retail", "list", "weak"});

/// Of the currency of the record that holds it.
using CurrencyAmount = Quantity<struct CurrencyAmountUnit>;

/// One quote as a source gives it; `note` tells what it is ("lower quartile of 7 asks").
struct Price {
  std::string_view gpu;
  PartialDate date;
  Condition condition = Condition::brand_new;
  QuoteKind kind = QuoteKind::retail;
  Usd price;                             // of the day
  std::string_view region;               // ISO 3166-1 alpha-2
  std::string_view currency;             // ISO 4217, of what was quoted; empty: US dollars
  std::optional<CurrencyAmount> amount;  // as quoted, where it is not US dollars
  std::string_view source;
  std::string_view note;
};

/// Whether it is a vendor's word at launch, not what the market says.
[[nodiscard]] constexpr bool is_list_price(const Price& price) { return price.kind == QuoteKind::list; }

template <>
inline constexpr auto k_fields<Price> = std::tuple{
    required("gpu", &Price::gpu),
    required("date", &Price::date),
    required("condition", &Price::condition),
    required("kind", &Price::kind),
    required("price_usd", &Price::price),
    required("region", &Price::region),
    optional("currency", &Price::currency),
    optional("amount", &Price::amount),
    required("source", &Price::source),
    optional("note", &Price::note),
};

}  // namespace gpuadvisor
