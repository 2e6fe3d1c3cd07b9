#include "answer_explanation.hpp"
#include "answer_heading.hpp"
#include "answer_notes.hpp"
#include "core/text.hpp"
#include "offer_table.hpp"
#include "report/markdown.hpp"
#include "summary_text.hpp"

namespace gpuadvisor {
namespace {

/// A page without lines to fill, with room for the interval of each speed but not for all columns.
constexpr Page k_page = {.width = std::string::npos, .rows_wrap = false, .room = k_room_for_interval};

/// Each line as a paragraph, with an empty line before it.
std::string paragraphs(std::string_view lines) {
  std::string text;
  for (const auto line : split(lines, '\n')) {
    if (!line.empty()) text += '\n' + markdown_paragraph(line);
  }
  return text;
}

}  // namespace

std::string answer_markdown(const AnswerView& view, bool header) {
  std::string text = header ? markdown_paragraph(heading(view)) + '\n' : std::string();
  if (!view.answer.rows.empty()) {
    text += markdown_table(offer_table(view, k_page.column_room()));
  } else if (header) {
    text += markdown_paragraph(no_rows_text(view));
  }
  if (view.explanation != nullptr)
    text += paragraphs(explanation_text(view, k_page.width) + summaries_text(view, k_page.width));
  return header ? text + paragraphs(notes(view, k_page)) : text;
}

}  // namespace gpuadvisor
