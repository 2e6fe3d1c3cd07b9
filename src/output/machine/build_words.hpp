#pragma once

#include <string>
#include <vector>

#include "build_view.hpp"

namespace gpuadvisor {

/// "4x GeForce RTX 3090", "2x GeForce RTX 3090 + 1x GeForce RTX 4090".
[[nodiscard]] std::string build_name(const Build& build);

/// "one machine", "2 machines of 4", "2 machines of 3 and 2".
[[nodiscard]] std::string machines_text(const Build& build);

/// "1,400 W".
[[nodiscard]] std::string watts_text(Watts power);

/// "leaves 100 W of 1,600 W (6 %): marginal", "lacks 100 W".
[[nodiscard]] std::string supply_text(const SupplyFinding& finding);

/// The same of a supply that is also smaller than what is recommended: "..., below the recommended 750 W: tight".
[[nodiscard]] std::string judged_supply_text(const SupplyFinding& finding, const BuildPower& power);

/// "Smallest standard power supply: 1,200 W", or that none is large enough. Requires a build of desktop cards whose
/// power is known.
[[nodiscard]] std::string advised_supply_text(const BuildPower& power);

/// "NVIDIA recommends 750 W for one GeForce RTX 3090, plus 350 W for each further one". Requires a recommendation.
[[nodiscard]] std::string recommendation_text(const Build& build);

/// Why no power supply is advised: "Servers for such modules have their own power supplies."
[[nodiscard]] std::string_view own_supply_text(const Build& build);

/// The title of a guide, or its id where it is none of `guides`.
[[nodiscard]] std::string_view guide_text(std::string_view id, std::span<const Guide> guides);

/// A statement and the title of the guide that made it: "Says so (Guide, April 2019)."
[[nodiscard]] std::string attributed(std::string_view says, std::string_view title);

/// "used", "new and used" where parts differ.
[[nodiscard]] std::string condition_text(const BuildPrice& price);

/// "$1,297 for each, 6 quotes to 2026-10-10", of each part.
[[nodiscard]] std::string price_text(const Build& build, const BuildPrice& price);

}  // namespace gpuadvisor
