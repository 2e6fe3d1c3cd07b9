#pragma once

#include <string>
#include <vector>

#include "gpuadvisor/output/answer_view.hpp"

// What of an answer is not in its rows, and why.

namespace gpuadvisor {

/// Why products are left out of where GPUs are to run.
[[nodiscard]] std::string policy_text(const LicenceLimit& risk);

/// The rules in force, unless a near miss tells them.
[[nodiscard]] std::vector<std::string> policy_notes(const AnswerView& view);

/// How many GPUs fail what was asked for, by what they fail; empty: none does.
[[nodiscard]] std::string excluded_note(const Excluded& excluded);

/// What the constraints by default hide, and how to see it; empty: nothing.
[[nodiscard]] std::string hidden_note(const Answer& answer);

/// What nearly qualifies, a sentence each.
[[nodiscard]] std::vector<std::string> near_miss_notes(const AnswerView& view);

}  // namespace gpuadvisor
