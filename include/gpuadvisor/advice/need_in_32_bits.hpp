#pragma once

#include <optional>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

struct Guide;
struct GuideRule;

/// What memory is worth in 16 bits against 32 bits: from nothing gained to half as much needed.
inline constexpr double k_least_fp16_factor = 1;
inline constexpr double k_most_fp16_factor = 2;

/// A need of memory that is known for training in 32 bits, and how it is counted
/// (docs/constraints.md#a-need-at-32-bits).
struct NeedIn32Bits {
  Gibibytes memory;                 // in 32 bits
  std::optional<double> factor;     // what memory is worth in 16 bits; absent: trained in 32 bits
  const GuideRule* rule = nullptr;  // of the newest guide of the day that states a factor; null: none does
  bool factor_is_asked = false;     // in place of the rule's
  const Guide* guide = nullptr;     // that has the rule
};

/// What of a need a card must have: memory / factor, or all of it in 32 bits.
[[nodiscard]] Gibibytes memory_on_card(const NeedIn32Bits& need);

/// What `memory` of a card is worth in 32 bits: memory * factor.
[[nodiscard]] Gibibytes worth_in_32_bits(const NeedIn32Bits& need, Gibibytes memory);

/// The rule of the newest guide of the catalog that says what memory is worth in 16 bits; null where none does.
[[nodiscard]] const GuideRule* fp16_memory_rule(const Catalog& catalog);

/// The factor that a rule states. Requires a rule that fp16_memory_rule() found.
[[nodiscard]] double fp16_memory_factor(const GuideRule& rule);

}  // namespace gpuadvisor
