#pragma once

#include <array>
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

/// What was quoted: an offer or sale seen in the market, or the vendor's list price at launch.
enum class PriceKind : unsigned char { street, msrp };

template <>
inline constexpr auto k_enum_names<PriceKind> = std::to_array<std::string_view>({"street", "msrp"});

/// One quote as a source gives it, in US dollars; `note` tells what it is ("lower quartile of 7 asks").
struct Price {
  std::string_view gpu;
  PartialDate date;
  Condition condition = Condition::brand_new;
  PriceKind kind = PriceKind::street;
  Usd price;
  std::string_view region;  // ISO 3166-1 alpha-2
  std::string_view source;
  std::string_view note;
};

template <>
inline constexpr auto k_fields<Price> = std::tuple{
    required("gpu", &Price::gpu),       required("date", &Price::date),       required("condition", &Price::condition),
    required("kind", &Price::kind),     required("price_usd", &Price::price), required("region", &Price::region),
    required("source", &Price::source), optional("note", &Price::note),
};

}  // namespace gpuadvisor
