#pragma once

#include <string>
#include <vector>

#include "upgrade_view.hpp"

namespace gpuadvisor {

/// Why the guides' rule says what it says: whole sentences. Requires a rule.
[[nodiscard]] std::string guides_reason(const WorkloadUpgrade& answer, const UpgradeQuestion& question);

/// Dollars, of which a step may bring more than it costs: "-$20".
[[nodiscard]] std::string signed_money(Usd amount);

}  // namespace gpuadvisor
