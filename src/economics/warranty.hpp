#pragma once

#include "gpuadvisor/economics/price_rule.hpp"

namespace gpuadvisor {

/// By how much less a used one must cost than a new one that is offered now: prices of one season differ by as much,
/// and what is new has a warranty. A choice of ours (docs/ranking.md#ranking).
inline constexpr double k_least_saving = 0.05;

/// How much dearer than it is a price counts where the lower one decides.
[[nodiscard]] inline double warranty_factor(const PriceEstimate& price) {
  const bool is_offered_new = price.condition == Condition::brand_new && price.basis != PriceBasis::carried;
  return is_offered_new || price.is_yours() ? 1 : 1 / (1 - k_least_saving);
}

/// What decides between prices of today.
[[nodiscard]] inline Usd deciding_amount(const PriceEstimate& price) { return price.today * warranty_factor(price); }

}  // namespace gpuadvisor
