#include <string_view>

#include "output/recommend/answer_heading.hpp"
#include "page_parts.hpp"
#include "report/html.hpp"
#include "report_view.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_room = 96;  // characters of a row of the answer: what a sheet of paper has room for

/// JSON that may stand within an element: no text in it can close that, or open a comment.
std::string within_element(std::string_view json) {
  std::string text;
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

std::string report_page(const ReportView& view) {
  const Document answer = answer_document(view.answer, k_room);
  std::string page;
  for (const PagePart& part : page_parts()) {
    page += part.text;
    if (part.slot == "title") page += html_title(answer);
    if (part.slot == "answer") page += html_blocks(answer);
    if (part.slot == "data") page += within_element(json_text(value_of(view)));
  }
  return page;
}

}  // namespace gpuadvisor
