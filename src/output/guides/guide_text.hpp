#pragma once

#include <string>
#include <string_view>

#include "gpuadvisor/catalog/guide.hpp"

namespace gpuadvisor {

/// A topic as a heading: "Several GPUs".
[[nodiscard]] std::string_view topic_title(RuleTopic topic);

/// "memory: 8 to 12 GB".
[[nodiscard]] std::string figure_text(const RuleFigure& figure);

}  // namespace gpuadvisor
