#pragma once

#include <string>

#include "gpuadvisor/formats/json_writer.hpp"
#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// How sure an answer is, in words, as lines of at most `width` characters. Requires a view with an explanation.
[[nodiscard]] std::string explanation_text(const AnswerView& view, std::size_t width);

/// The same as an object, with all that its figures are worked out from (docs/output.md).
void write_explanation(JsonWriter& json, const AnswerView& view);

}  // namespace gpuadvisor
