#pragma once

#include <array>
#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// How long a rented GPU stays: until it is given back; until the provider wants it; as the host of a marketplace
/// likes; for a term that is bound beforehand; or as long as code runs, by the second.
enum class RentTerms : unsigned char { on_demand, spot, marketplace, reserved, serverless };

template <>
inline constexpr auto k_enum_names<RentTerms> = std::to_array<std::string_view>({"on-demand", "spot", "marketplace",
                                                                                 "reserved", "serverless"});
/// Whether a machine is had at once and kept while it is paid for: neither taken back at will, nor bound to a term, nor
/// for single calls.
[[nodiscard]] constexpr bool is_kept_while_paid(RentTerms terms) {
  return terms == RentTerms::on_demand || terms == RentTerms::marketplace;
}

/// What a provider asked for an hour of a machine with so many GPUs.
struct Rent {
  std::string_view gpu;
  PartialDate date;
  std::string_view provider;
  RentTerms terms = RentTerms::on_demand;
  int count = 1;              // GPUs of the machine
  UsdPerHour price;           // of the machine
  std::string_view region;    // in the provider's words; empty: not told
  std::string_view instance;  // what the provider calls the machine
  std::string_view source;
  std::string_view note;  // what kind of figure it is: "median of the offers"; empty: a listed price

  [[nodiscard]] UsdPerHour of_each() const { return price / count; }
  /// Whether the source tells the price of a GPU, and not in which machines it comes.
  [[nodiscard]] bool is_per_gpu() const { return note.starts_with("per GPU"); }
};

template <>
inline constexpr auto k_fields<Rent> = std::tuple{
    required("gpu", &Rent::gpu),       required("date", &Rent::date),         required("provider", &Rent::provider),
    required("terms", &Rent::terms),   required("count", &Rent::count),       required("usd_per_hour", &Rent::price),
    optional("region", &Rent::region), optional("instance", &Rent::instance), required("source", &Rent::source),
    optional("note", &Rent::note),
};

}  // namespace gpuadvisor
