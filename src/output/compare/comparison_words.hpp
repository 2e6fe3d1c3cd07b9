#pragma once

#include <string>
#include <vector>

#include "comparison_view.hpp"

namespace gpuadvisor {

/// "yes", "no", "?".
[[nodiscard]] std::string feature_word(HasFeature has);

/// Which of the GPUs to take and why: the verdict, then what to know before taking it.
[[nodiscard]] std::vector<std::string> choice_words(const ComparisonView& view);

}  // namespace gpuadvisor
