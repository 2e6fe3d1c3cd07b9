#pragma once

#include <string>
#include <vector>

#include "comparison_view.hpp"

namespace gpuadvisor {

/// A line of the comparison: what it tells, and of each GPU the text. A heading has no texts.
struct Line {
  std::string label;
  std::vector<std::string> cells;
};

/// Everything that is told of each GPU, in sections; what is known of none has no line.
[[nodiscard]] std::vector<Line> comparison_lines(const ComparisonView& view);

/// What a buyer looks at first: price, memory, speeds, and the features that only some have.
[[nodiscard]] std::vector<Line> screen_lines(const ComparisonView& view);

}  // namespace gpuadvisor
