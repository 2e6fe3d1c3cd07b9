#pragma once

#include <string>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// An answer on a terminal.
inline std::string answer_table(const AnswerView& view, const Page& page, bool header) {
  return terminal_text(answer_document(view, page.column_room()), page, header);
}

/// An answer as Markdown, with all its columns.
inline std::string answer_markdown(const AnswerView& view, bool header) {
  return markdown_text(answer_document(view, std::string::npos), header);
}

}  // namespace gpuadvisor
