#pragma once

#include <array>
#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

enum class ElectricityCustomers : unsigned char { households, businesses };

template <>
inline constexpr auto k_enum_names<ElectricityCustomers> = std::to_array<std::string_view>({"households",
                                                                                            "businesses"});

/// What a kWh cost on average.
struct ElectricityPrice {
  std::string_view region;  // ISO 3166 ("DE", "US-CA"), "EU", "WORLD" or a continent
  PartialDate date;
  ElectricityCustomers customers = ElectricityCustomers::households;
  UsdPerKwh price;
  std::string_view source;
  std::string_view note;  // as quoted
};

template <>
inline constexpr auto k_fields<ElectricityPrice> = std::tuple{
    required("region", &ElectricityPrice::region),       required("date", &ElectricityPrice::date),
    required("customers", &ElectricityPrice::customers), required("usd_per_kwh", &ElectricityPrice::price),
    required("source", &ElectricityPrice::source),       optional("note", &ElectricityPrice::note),
};

/// In the unit of the record that holds it.
using AssumedValue = Quantity<struct AssumedValueUnit>;

/// What is assumed of owning a GPU where the asker says nothing.
struct CostAssumption {
  std::string_view id;
  AssumedValue value;
  std::string_view unit;
  std::string_view what;  // in words
  std::string_view source;
};

template <>
inline constexpr auto k_fields<CostAssumption> = std::tuple{
    required("id", &CostAssumption::id),         required("value", &CostAssumption::value),
    required("unit", &CostAssumption::unit),     required("what", &CostAssumption::what),
    required("source", &CostAssumption::source),
};

}  // namespace gpuadvisor
