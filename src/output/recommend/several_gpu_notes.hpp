#pragma once

#include <string>
#include <vector>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// What to know of rows of several GPUs; nothing when none shown has.
[[nodiscard]] std::vector<Warning> several_gpu_warnings(const AnswerView& view);

/// The same as lines for a page, after how fast several GPUs are and for how many nobody knows.
[[nodiscard]] std::string several_gpu_notes(const AnswerView& view, std::size_t width);

}  // namespace gpuadvisor
