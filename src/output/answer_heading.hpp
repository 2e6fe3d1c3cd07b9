#pragma once

#include <string>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// What was asked and what is in force by default, on one line: the heading of a table.
[[nodiscard]] std::string heading(const AnswerView& view);

}  // namespace gpuadvisor
