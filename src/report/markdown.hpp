#pragma once

#include <string>
#include <string_view>

#include "gpuadvisor/report/table.hpp"

namespace gpuadvisor {

/// `text` so that Markdown (CommonMark, GFM) shows it letter for letter inside a line: what Markdown or HTML would
/// interpret is escaped, line breaks and tabs become blanks.
[[nodiscard]] std::string markdown_text(std::string_view text);

/// `text` as a line that is a paragraph where it has empty lines around it: markdown_text() that opens no list, heading
/// or rule. Nothing for no text.
[[nodiscard]] std::string markdown_paragraph(std::string_view text);

/// A GFM table. It always has its header row: without one, GFM knows no table.
[[nodiscard]] std::string markdown_table(const Table& table);

}  // namespace gpuadvisor
