#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/build_rule.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// What a machine draws besides its GPUs.
struct HostPower {
  Watts power;
  std::string_view source;  // id; empty where it was asked for
  int modules = 0;          // that the figure is for; 0: a machine for cards

  friend bool operator==(const HostPower&, const HostPower&) = default;
};

/// The least power limit that is taken for one: below it a reduction by some watts is meant, or a slip.
inline constexpr Watts k_least_power_limit{100};

/// What the power supply of a machine must deliver.
struct PowerNeed {
  Watts gpus;                                       // board power of all of them, or their limits
  Watts system;                                     // the rest of the machine
  std::optional<Watts> recommended = std::nullopt;  // supply (MachineSupply); absent for modules, and where unknown

  [[nodiscard]] Watts total() const { return gpus + system; }
};

/// How a power supply stands to a need, by the share of it that is left and by what is recommended, best first
/// (docs/builds.md#power).
enum class SupplyVerdict { comfortable, tight, marginal, too_small };

template <>
inline constexpr auto k_enum_names<SupplyVerdict> = std::to_array<std::string_view>({"comfortable", "tight", "marginal",
                                                                                     "too-small"});

/// What a power supply leaves.
struct SupplyFinding {
  Watts supply;
  Watts headroom;    // below 0: what it lacks
  double share = 0;  // headroom / supply
  SupplyVerdict verdict = SupplyVerdict::too_small;
  bool is_below_recommended = false;
};

/// A fifth left is comfortable unless more is recommended, an eighth tight, anything less marginal, nothing or less too
/// small. Source: docs/builds.md#power. Requires a positive supply.
[[nodiscard]] SupplyFinding supply_finding(const PowerNeed& need, Watts supply);

/// The smallest standard size of a power supply that is comfortable; nothing when one alone is not enough.
[[nodiscard]] std::optional<Watts> advised_supply(const PowerNeed& need);

/// Whether that size is larger than what is recommended because it is to leave a fifth. Requires a recommendation.
[[nodiscard]] bool is_headroom_decisive(const PowerNeed& need);

/// The power limits that guides tried on a GPU, the highest first. Nothing is known between them.
[[nodiscard]] std::vector<const PowerLimit*> power_limits_of(const Gpu& gpu, const Catalog& catalog);

/// How fast a GPU is at a limit, against its full power: 1 at its full power, else what was measured at exactly that
/// limit; nothing where nobody measured.
[[nodiscard]] std::optional<double> speed_at_limit(const Gpu& gpu, Watts limit, const Catalog& catalog);

/// What guides say of the power supply for so many of a GPU in one machine.
[[nodiscard]] std::vector<const PowerSupplyRule*> supply_rules_of(const Gpu& gpu, int count, const Catalog& catalog);

}  // namespace gpuadvisor
