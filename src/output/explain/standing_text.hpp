#pragma once

#include <string>

#include "advice/ranking/standing.hpp"
#include "explain_view.hpp"

namespace gpuadvisor {

/// "1.94 times one (measured)". Requires a known factor.
[[nodiscard]] std::string speedup_text(const ExpectedSpeedup& speedup);

/// Where an offer stands in an answer, why, and what would change that: some sentences that name it and its price.
[[nodiscard]] std::string place_text(const Standing& standing, const ExplainView& view);

/// How its GPU and the other one compare in all else; empty where there is no other.
[[nodiscard]] std::string rival_text(const Standing& standing, const ExplainView& view);

}  // namespace gpuadvisor
