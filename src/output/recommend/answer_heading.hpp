#pragma once

#include <string>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// What was asked and what is in force by default, on one line: the heading of a table.
[[nodiscard]] std::string heading(const AnswerView& view);

/// What keeps offers out of an answer to a request in force: the same without the work and the day.
[[nodiscard]] std::string constraints_text(const Request& request);

}  // namespace gpuadvisor
