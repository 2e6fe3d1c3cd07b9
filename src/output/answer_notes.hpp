#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// What an answer without rows says in their place.
inline constexpr std::string_view k_no_gpu_fits = "No GPU in the catalog fits.";

/// Characters per line from which a table shows value or efficiency.
inline constexpr std::size_t k_room_for_value = 72;
/// Characters per line from which it shows the interval of each speed.
inline constexpr std::size_t k_room_for_interval = 96;

/// What was asked and what is in force by default, on one line: the heading of a table.
[[nodiscard]] std::string heading(const AnswerView& view);

/// What to know of an answer that has rows of several GPUs; nothing when none shown has.
[[nodiscard]] std::vector<Warning> several_gpu_warnings(const AnswerView& view);

/// Everything to know beside the rows, as lines for a page: what single rows need said, what the usual columns mean,
/// what is left out and hidden, and what nearly fits.
[[nodiscard]] std::string notes(const AnswerView& view, const Page& page);

}  // namespace gpuadvisor
