#pragma once

#include <string>

#include "upgrade_view.hpp"

namespace gpuadvisor {

/// Characters per line from which the table tells what owning and renting cost.
inline constexpr std::size_t k_room_for_costs = 110;

/// What to do, in a sentence: "Sell your RTX 3070 and buy a used RTX 3080 Ti: about $590, $297 net, for 1.62 times the
/// speed."
[[nodiscard]] std::string upgrade_verdict(const UpgradeView& view, const WorkloadUpgrade& answer);

/// What that costs beside keeping the card or renting, or why nothing is worth it.
[[nodiscard]] std::string upgrade_reason(const UpgradeView& view, const WorkloadUpgrade& answer);

/// Ways to spend money, a row each, the one that is advised marked.
[[nodiscard]] Table option_table(const UpgradeView& view, const WorkloadUpgrade& answer, std::size_t room);

/// The choice in a few words: "keep it", "used RTX 3080 Ti, $297 net".
[[nodiscard]] std::string choice_words(const UpgradeView& view, const WorkloadUpgrade& answer);

/// Why the guides' rule says what it says: whole sentences.
[[nodiscard]] std::string guides_reason(const GuideUpgrade& guides);

/// Dollars, of which a step may bring more than it costs: "-$20".
[[nodiscard]] std::string signed_money(Usd amount);

}  // namespace gpuadvisor
