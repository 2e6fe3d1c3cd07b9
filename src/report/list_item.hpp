#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/text.hpp"
#include "gpuadvisor/report/table.hpp"

namespace gpuadvisor {

/// `text` as an item of a list: lines of at most `width` characters, indented, those after the first more.
[[nodiscard]] inline std::string list_item(std::string_view text, std::size_t width) {
  constexpr std::string_view k_first = "  ";
  constexpr std::string_view k_further = "    ";
  const std::string body = wrapped(text, width - k_further.size());
  std::string lines;
  for (const auto line : split(body, '\n')) {
    if (line.empty()) continue;
    lines += lines.empty() ? k_first : k_further;
    lines += line;
    lines += '\n';
  }
  return lines;
}

}  // namespace gpuadvisor
