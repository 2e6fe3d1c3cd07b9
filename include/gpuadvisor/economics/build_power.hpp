#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// What the rest of a machine takes beside its GPUs, where nothing else is told: the figure of the guides' author for a
/// desktop with one GPU (docs/builds.md#power).
inline constexpr Watts k_system_power{100};

/// The source of that figure, recalled: no page behind it.
inline constexpr std::string_view k_system_power_source = "dettmers-2023-01-recalled";

/// The least power limit that is taken for one: below it a reduction by some watts is meant, or a slip.
inline constexpr Watts k_least_power_limit{100};

/// What the power supply of a machine must deliver.
struct PowerNeed {
  Watts gpus;    // board power of all of them, or their limits
  Watts system;  // the rest of the machine

  [[nodiscard]] Watts total() const { return gpus + system; }
};

/// How a power supply stands to a need, by the share of it that is left, best first (docs/builds.md#power).
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
};

/// A fifth left is comfortable, an eighth tight, anything less marginal, nothing or less too small.
/// Source: docs/builds.md#power. Requires a positive supply.
[[nodiscard]] SupplyFinding supply_finding(const PowerNeed& need, Watts supply);

/// The least common size of a power supply that is comfortable; nothing when one alone does not do.
[[nodiscard]] std::optional<Watts> advised_supply(const PowerNeed& need);

/// The power limits that guides tried on a GPU, the highest first. Nothing is known between them.
[[nodiscard]] std::vector<const PowerLimit*> power_limits_of(const Gpu& gpu, const Catalog& catalog);

/// How fast a GPU is at a limit, against its full power: 1 at its full power, else what was measured at exactly that
/// limit; nothing where nobody measured.
[[nodiscard]] std::optional<double> speed_at_limit(const Gpu& gpu, Watts limit, const Catalog& catalog);

/// What guides say of the power supply for so many of a GPU in one machine.
[[nodiscard]] std::vector<const PowerSupplyRule*> supply_rules_of(const Gpu& gpu, int count, const Catalog& catalog);

}  // namespace gpuadvisor
