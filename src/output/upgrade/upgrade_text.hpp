#pragma once

#include <string>
#include <vector>

#include "upgrade_view.hpp"

namespace gpuadvisor {

/// Why the guides' rule says what it says: whole sentences. Requires a rule.
[[nodiscard]] std::string guides_reason(const WorkloadUpgrade& answer, const UpgradeQuestion& question);

/// Why the prices and speeds of the day say what they say: a sentence or two.
[[nodiscard]] std::string today_reason(const WorkloadUpgrade& answer, const UpgradeQuestion& question);

/// Dollars, of which a step may bring more than it costs: "-$20".
[[nodiscard]] std::string signed_money(Usd amount);

/// What a card is to the owned one: "is 1.74 times as fast (1.46 to 2.07)", without its 80 % interval where there is
/// none, or "has 1.74 times its score".
[[nodiscard]] std::string gain_text(const RatioEstimate& gain, const WorkloadUpgrade& answer);

}  // namespace gpuadvisor
