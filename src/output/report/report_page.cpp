#include <string_view>

#include "answer_card.hpp"
#include "output/recommend/verdict.hpp"
#include "page_parts.hpp"
#include "page_words.hpp"
#include "report/html.hpp"
#include "report_view.hpp"

namespace gpuadvisor {
namespace {

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
  std::string page;
  for (const PagePart& part : page_parts()) {
    page += part.text;
    if (part.slot == "title") page += html_element("title", in_page_words(verdict(view.answer)));
    if (part.slot == "answer") page += answer_html(view);
    if (part.slot == "data") page += within_element(json_text(value_of(view)));
  }
  return page;
}

}  // namespace gpuadvisor
