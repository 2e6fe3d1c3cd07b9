#pragma once

#include <string>
#include <string_view>

namespace gpuadvisor {

/// A text of an answer as a page says it, which has no options: one with a value is told in words ("--budget 228":
/// "budget 228"), and a clause that names one without a value is left out.
[[nodiscard]] std::string in_page_words(std::string_view text);

}  // namespace gpuadvisor
