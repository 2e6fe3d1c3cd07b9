#pragma once

#include <string>
#include <string_view>

#include "gpuadvisor/catalog/guide.hpp"

namespace gpuadvisor {

/// A topic as a heading: "Several GPUs".
[[nodiscard]] std::string_view topic_title(RuleTopic topic);

/// "memory: 8 to 12 GB".
[[nodiscard]] std::string figure_text(const RuleFigure& figure);

/// `text` in lines of at most `width` characters, `indent` blanks before each, those after the first two more.
[[nodiscard]] std::string indented_item(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace gpuadvisor
