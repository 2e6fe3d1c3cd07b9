#pragma once

#include <string>
#include <vector>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// Characters per line from which a table shows value or efficiency.
inline constexpr std::size_t k_room_for_value = 72;

/// What was asked and what is in force by default, on one line: the heading of a table.
[[nodiscard]] std::string heading(const AnswerView& view);

/// What to know of an answer that has rows of several GPUs; nothing when none shown has.
[[nodiscard]] std::vector<Warning> several_gpu_warnings(const AnswerView& view);

/// Everything to know beside the rows, as lines of at most `width` characters: what single rows need said, what the
/// figures mean, what is left out and hidden, and what nearly fits.
[[nodiscard]] std::string notes(const AnswerView& view, std::size_t width);

}  // namespace gpuadvisor
