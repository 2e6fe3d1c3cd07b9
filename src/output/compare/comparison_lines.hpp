#pragma once

#include <string>
#include <vector>

#include "comparison_view.hpp"

namespace gpuadvisor {

/// A line of the comparison: what it tells, and of each GPU the text.
struct Line {
  std::string label;
  std::vector<std::string> cells;
};

/// What a buyer looks at first: price, memory, speeds, and the features that only some have. Explained, everything that
/// is told of each GPU. What is known of none has no line.
[[nodiscard]] std::vector<Line> comparison_lines(const ComparisonView& view);

}  // namespace gpuadvisor
