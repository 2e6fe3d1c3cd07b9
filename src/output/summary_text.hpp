#pragma once

#include <string>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// What the speed and the score of a GPU are made of, in a line: `explain` tells it as sums.
[[nodiscard]] std::string summary_text(const Gpu& gpu, const AnswerView& view);

}  // namespace gpuadvisor
