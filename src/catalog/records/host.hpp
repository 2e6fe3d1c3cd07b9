#pragma once

#include "gpuadvisor/catalog/price.hpp"

namespace gpuadvisor {

enum class RamGeneration : unsigned char { ddr4, ddr5 };
template <>
inline constexpr auto k_enum_names<RamGeneration> = std::to_array<std::string_view>({"ddr4", "ddr5"});

/// `server`: with ECC, or sold for servers; whether it is registered is not told.
enum class RamModule : unsigned char { registered, server, unbuffered };
template <>
inline constexpr auto k_enum_names<RamModule> = std::to_array<std::string_view>({"registered", "server", "unbuffered"});

/// What somebody asked for a part of a machine, or paid.
struct HostPart {
  std::string_view item;                    // "ram-kit", "power-supply": one of those of hosts.schema.json
  std::string_view spec;                    // in the words of the source
  std::optional<RamGeneration> generation;  // this and the next two are of memory
  std::optional<RamModule> module;
  std::optional<Gibibytes> memory;  // all together
  std::optional<Watts> watts;       // of a power supply
  Condition condition = Condition::brand_new;
  PartialDate date;
  Usd price;
  std::string_view region;               // ISO 3166-1 alpha-2; empty: not told
  std::string_view currency;             // ISO 4217, of what was quoted; empty: US dollars
  std::optional<CurrencyAmount> amount;  // as quoted, where it is not US dollars
  std::string_view source;
  std::string_view note;
};
template <>
inline constexpr auto k_fields<HostPart> = std::tuple{
    required("item", &HostPart::item),
    required("spec", &HostPart::spec),
    optional("generation", &HostPart::generation),
    optional("module", &HostPart::module),
    optional("memory_gb", &HostPart::memory),
    optional("watts", &HostPart::watts),
    required("condition", &HostPart::condition),
    required("date", &HostPart::date),
    required("price_usd", &HostPart::price),
    optional("region", &HostPart::region),
    optional("currency", &HostPart::currency),
    optional("amount", &HostPart::amount),
    required("source", &HostPart::source),
    optional("note", &HostPart::note),
};

/// `peak`: the highest reading at the wall; `stated`: for the whole machine, at what work is not told.
enum class PowerReading : unsigned char { idle, load, maximum, peak, stated };
template <>
inline constexpr auto k_enum_names<PowerReading> = std::to_array<std::string_view>({"idle", "load", "maximum", "peak",
                                                                                    "stated"});

/// What a whole machine draws.
struct HostPowerReading {
  std::string_view system;
  std::string_view gpu;  // id; empty: none, or not in the catalog
  std::optional<int> gpu_count;
  std::string_view workload;
  Watts watts;
  PowerReading what = PowerReading::load;
  PartialDate date;
  std::string_view source;
  std::string_view note;
};
template <>
inline constexpr auto k_fields<HostPowerReading> = std::tuple{
    required("system", &HostPowerReading::system),       optional("gpu", &HostPowerReading::gpu),
    optional("gpu_count", &HostPowerReading::gpu_count), optional("workload", &HostPowerReading::workload),
    required("watts", &HostPowerReading::watts),         required("what", &HostPowerReading::what),
    required("date", &HostPowerReading::date),           required("source", &HostPowerReading::source),
    optional("note", &HostPowerReading::note),
};

/// A usual machine that GPUs stand in, without them.
struct Host {
  std::string_view id;
  std::string_view title;                   // "desktop", to stand in a sentence
  int gpus = 1;                             // that it holds without further parts: cards of two slots, or modules
  std::optional<RamGeneration> generation;  // this and the next five are of its memory; absent: not told
  std::optional<RamModule> module;
  std::optional<int> megatransfers;  // million transfers per second
  std::optional<int> channels;
  std::optional<Gibibytes> memory;       // that it has
  std::optional<Gibibytes> most_memory;  // that it can have
  Watts power;                           // that it draws besides its GPUs
  std::string_view power_source;
  std::string_view spec;  // of the HostPart that is its price; empty: none is known
  std::string_view source;
  std::string_view note;
};
template <>
inline constexpr auto k_fields<Host> = std::tuple{
    required("id", &Host::id),
    required("title", &Host::title),
    required("gpus", &Host::gpus),
    optional("generation", &Host::generation),
    optional("module", &Host::module),
    optional("megatransfers", &Host::megatransfers),
    optional("channels", &Host::channels),
    optional("memory_gb", &Host::memory),
    optional("most_memory_gb", &Host::most_memory),
    required("power_w", &Host::power),
    required("power_source", &Host::power_source),
    optional("spec", &Host::spec),
    required("source", &Host::source),
    optional("note", &Host::note),
};

using Volts = Quantity<struct VoltsUnit>;
using Amperes = Quantity<struct AmperesUnit>;

/// What an outlet bears.
struct Circuit {
  std::string_view id;
  Volts volts;
  Amperes amperes;
  Watts peak;
  std::optional<Watts> continuous;
  std::string_view rule;  // what limits it, in words
  std::string_view source;
  std::string_view note;
};
template <>
inline constexpr auto k_fields<Circuit> = std::tuple{
    required("id", &Circuit::id),
    required("volts", &Circuit::volts),
    required("amperes", &Circuit::amperes),
    required("peak_w", &Circuit::peak),
    optional("continuous_w", &Circuit::continuous),
    required("rule", &Circuit::rule),
    required("source", &Circuit::source),
    optional("note", &Circuit::note),
};

}  // namespace gpuadvisor
