#pragma once

#include <string>
#include <vector>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// How sure an answer is, in words. Requires a view with an explanation.
[[nodiscard]] std::vector<std::string> explanation_texts(const AnswerView& view);

}  // namespace gpuadvisor
