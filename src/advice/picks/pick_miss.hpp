#pragma once

#include <string>

#include "persona_answer.hpp"

namespace gpuadvisor {

/// Whether a price is for the condition that a pick names; one of a mixed market is for either.
[[nodiscard]] inline bool is_in_condition(const PriceEstimate& price, const PersonaPick& pick) {
  return !pick.condition || price.is_in(*pick.condition) || price.condition == Condition::mixed;
}

/// Why a pick is not first in an answer, in one line without a full stop: it was not out, had no price, fails a
/// constraint of the request, or ranks behind. `known` is the catalog of the answer, `all` that of all times.
[[nodiscard]] std::string miss_text(const PersonaPick& pick, const PersonaAnswer& answer, const Catalog& known,
                                    const Catalog& all);

}  // namespace gpuadvisor
