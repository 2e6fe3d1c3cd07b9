#pragma once

#include <string>
#include <vector>

#include "advice/cost/cost_answer.hpp"

namespace gpuadvisor {

/// "5 years", "3 months", "90 days".
[[nodiscard]] std::string span_text(double years);

/// "2,100 hours".
[[nodiscard]] std::string hours_text(double hours);

/// "a loss of 11 %".
[[nodiscard]] std::string loss_text(double loss);

/// What is assumed of use and electricity, each with the option that tells it: "5 years (--years)". Null: its price was
/// told.
[[nodiscard]] std::vector<std::string> use_assumptions(const OwningBasis& basis, const ElectricityPrice* electricity);

/// That of resale: "used cards: a loss of 11 % a year, the median of 45, …".
[[nodiscard]] std::string loss_assumption(const Depreciation& known);

}  // namespace gpuadvisor
