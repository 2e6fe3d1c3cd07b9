#pragma once

#include <string>
#include <vector>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// What to know of rows of several GPUs; nothing when none shown has.
[[nodiscard]] std::vector<Warning> several_gpu_warnings(const AnswerView& view);

/// The same in sentences, after how fast several GPUs are and for how many nobody knows.
[[nodiscard]] std::vector<std::string> several_gpu_notes(const AnswerView& view);

}  // namespace gpuadvisor
