#pragma once

#include <string>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// How sure an answer is, in words, as lines of at most `width` characters. Requires a view with an explanation.
[[nodiscard]] std::string explanation_text(const AnswerView& view, std::size_t width);

}  // namespace gpuadvisor
