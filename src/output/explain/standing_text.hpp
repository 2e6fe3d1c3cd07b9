#pragma once

#include <string>

#include "advice/ranking/standing.hpp"
#include "explain_view.hpp"

namespace gpuadvisor {

/// "1.94 times one (measured)". Requires a known factor.
[[nodiscard]] std::string speedup_text(const ExpectedSpeedup& speedup);

/// Where an offer stands in an answer, why, and what would change that: some sentences; `in_full`, with all that is to
/// say of its GPU against the other one.
[[nodiscard]] std::string standing_text(const Standing& standing, bool in_full, const ExplainView& view);

/// The same with name and price, and without names of constraints.
[[nodiscard]] std::string place_text(const Standing& standing, const ExplainView& view);

}  // namespace gpuadvisor
