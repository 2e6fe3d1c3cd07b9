#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "build_power.hpp"
#include "catalog/records/host.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/economics/recommended_supply.hpp"

// Whether GPUs can stand and run together in a machine, what that takes beyond a usual desktop, and what it costs
// (docs/builds.md#what-it-takes).

namespace gpuadvisor {

/// Whether GPUs can be put together in one machine, best first.
enum class Buildable : unsigned char { works, works_with, cannot };
template <>
inline constexpr auto k_enum_names<Buildable> = std::to_array<std::string_view>({"works", "works-with", "cannot"});

/// Why they cannot.
enum class Obstacle : unsigned char {
  none,
  passive_in_desktop,  // a card that a server's fans cool
  whole_machines,      // several machines or laptops are not one
  rented_only,
  too_many,  // for any machine
};
template <>
inline constexpr auto k_enum_names<Obstacle> =
    std::to_array<std::string_view>({"none", "passive-in-desktop", "whole-machines", "rented-only", "too-many"});

/// What a machine needs for its GPUs, or for a job, that a usual desktop lacks.
enum class AccessoryKind : unsigned char { host, power_supply, frame, riser, circuit };
template <>
inline constexpr auto k_enum_names<AccessoryKind> = std::to_array<std::string_view>({"host", "power-supply", "frame",
                                                                                     "riser", "circuit"});

struct Accessory {
  AccessoryKind kind = AccessoryKind::host;
  int count = 1;
  std::optional<Watts> watts = std::nullopt;  // of each power supply
  std::optional<Usd> price = std::nullopt;    // of all of them; absent: not known
  const HostPart* quote = nullptr;            // that the price is from
  const Circuit* circuit = nullptr;
};

/// What it takes to put GPUs into a machine.
struct Feasibility {
  Buildable verdict = Buildable::works;
  Obstacle obstacle = Obstacle::none;
  const Host* host = nullptr;  // that they stand in; null: a whole machine, or the catalog knows no hosts
  std::vector<Accessory> needs;

  /// Whether the cards stand apart, on risers.
  [[nodiscard]] bool has_frame() const;
  /// Whether they stand in a machine with power supplies and slots of its own.
  [[nodiscard]] bool is_in_server() const;
  /// Known prices of what is needed.
  [[nodiscard]] Usd price() const;
};

/// Machines that so many cards or modules take, up to k_most_gpus in each.
[[nodiscard]] inline int machines_for(int gpus) { return (gpus + k_most_gpus - 1) / k_most_gpus; }

/// By id; null where the catalog has no such host.
[[nodiscard]] const Host* host_called(std::string_view id, const Catalog& catalog);

[[nodiscard]] bool is_desktop(const Host& host);
/// Whether it has power supplies and slots of its own for all that it holds.
[[nodiscard]] bool is_server(const Host& host);

/// The usual machine that so many cards or modules stand in, a desktop where that is asked for; null for whole
/// machines.
[[nodiscard]] const Host* host_for(std::span<const SupplyPart> parts, const Catalog& catalog, bool in_desktop = false);

/// The board power of all GPUs, each at no more than `limit`; those whose power is not known count nothing.
[[nodiscard]] Watts gpu_power(std::span<const SupplyPart> parts, std::optional<Watts> limit);

/// What the machine of these GPUs draws besides them; `asked` goes before what is usual. Of a server for modules, and
/// of one for cards where others share it, the part for as many as there are.
[[nodiscard]] HostPower host_power(std::span<const SupplyPart> parts, std::optional<Watts> asked,
                                   const Catalog& catalog, bool is_shared = false);

/// Prices of parts of machines on the catalog's day, and what GPUs take of them. Views the catalog.
class MachineParts {
 public:
  explicit MachineParts(const Catalog& catalog);

  /// Of GPUs that are to stand in one machine, each at no more than `limit`. `in_desktop`: no server is meant. A
  /// desktop with one card has the power supply that this card wants.
  [[nodiscard]] Feasibility feasibility(std::span<const SupplyPart> parts, bool in_desktop = false,
                                        std::optional<Watts> limit = std::nullopt) const;

  /// What further equal cards add to the price of the first: their slots, board and power supply, and further machines.
  [[nodiscard]] Usd further_cards(const Gpu& gpu, int count) const;

  /// The machine itself, without memory beyond what it has.
  [[nodiscard]] Accessory machine(const Host& host) const;
  /// What memory of a host costs for each GB is that of this part; null where none of the last months is known.
  [[nodiscard]] const HostPart* memory(const Host& host) const;

 private:
  [[nodiscard]] std::optional<Accessory> supply(Watts total, int count) const;
  [[nodiscard]] std::optional<Accessory> supply_for(std::span<const SupplyPart> parts,
                                                    std::optional<Watts> limit) const;
  [[nodiscard]] Accessory part(AccessoryKind kind, int count, std::string_view item) const;

  const Catalog& m_catalog;
  RecommendedSupplies m_supplies;
  std::map<Watts, const HostPart*> m_supply_prices;  // by size
};

}  // namespace gpuadvisor
