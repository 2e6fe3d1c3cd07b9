#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// What the speed and the score of a GPU are made of, in a line: `explain` tells it as sums. `reference` is the id of
/// the GPU whose speed is 1.
[[nodiscard]] std::string summary_text(const GpuBreakdown& breakdown, std::string_view reference);

/// That of each GPU that an explanation compares. Requires a view with one.
[[nodiscard]] std::vector<std::string> summary_texts(const AnswerView& view);

}  // namespace gpuadvisor
