#include "html.hpp"

#include <algorithm>

namespace gpuadvisor {
namespace {

constexpr std::string_view k_style =
    "body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }\n"
    ":root { color-scheme: light dark; }\n"
    ".wide { overflow-x: auto; }\n"
    "table { border-collapse: collapse; margin: 1rem 0; }\n"
    "th, td { padding: 0.2rem 0.8rem 0.2rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid #8884; "
    "}\n"
    ".number { text-align: right; font-variant-numeric: tabular-nums; }\n"
    ".dim { opacity: 0.7; }\n"
    ".detail { margin-left: 1.5rem; }\n";

std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string row_html(const Table& table, std::size_t row, bool tells_titles) {
  const auto& cells = table.rows[row];
  const Style style = table.style(row);
  std::string html = style == Style::dim ? "<tr class=\"dim\">" : "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto& column = table.columns[i];
    std::string attributes = column.right_aligned ? R"( class="number")" : "";
    if (tells_titles && !cells[i].empty()) attributes += " data-title=\"" + escaped(column.title) + '"';
    html += style == Style::bold ? html_element("th", cells[i]) : html_element("td", cells[i], attributes);
  }
  return html + "</tr>\n";
}

std::string table_html(const Table& table, bool tells_titles) {
  std::string html = tells_titles ? "<div class=\"wide rows\">" : "<div class=\"wide\">";
  html += "<table>\n<thead><tr>";
  for (const auto& column : table.columns) {
    html +=
        html_element("th", column.title, column.right_aligned ? R"( scope="col" class="number")" : R"( scope="col")");
  }
  html += "</tr></thead>\n<tbody>\n";
  for (std::size_t row = 0; row < table.rows.size(); ++row) html += row_html(table, row, tells_titles);
  return html + "</tbody>\n</table></div>\n";
}

/// Writes blocks one after the other, items that follow each other as one list.
class Html {
 public:
  explicit Html(bool tells_titles) : m_tells_titles(tells_titles) {}

  void operator()(const Document::Heading& heading) {
    open_list(false);
    m_html += html_element("h" + std::to_string(heading.level), heading.text) + '\n';
  }
  void operator()(const Document::Paragraph& paragraph) {
    open_list(false);
    m_html += html_element("p", paragraph.text, paragraph.is_indented ? R"( class="detail")" : "") + '\n';
  }
  void operator()(const Document::Item& item) {
    open_list(true);
    m_html += html_element("li", item.unmarked(), item.level > 1 ? R"( class="detail")" : "") + '\n';
  }
  void operator()(const Document::TableBlock& block) {
    open_list(false);
    m_html += table_html(block.table, m_tells_titles);
  }
  void operator()(const Document::Gap& /*gap*/) {}

  [[nodiscard]] std::string take() {
    open_list(false);
    return std::move(m_html);
  }

 private:
  void open_list(bool is_open) {
    if (is_open == m_in_list) return;
    m_html += is_open ? "<ul>\n" : "</ul>\n";
    m_in_list = is_open;
  }

  std::string m_html;
  bool m_in_list = false;
  bool m_tells_titles;  // of their columns, in cells
};

/// The text of the first title.
std::string_view title_of(const Document& document) {
  for (const auto& block : document.blocks()) {
    if (const auto* heading = std::get_if<Document::Heading>(&block); heading && heading->level == 1)
      return heading->text;
  }
  return "gpuadvisor";
}

}  // namespace

std::string html_element(std::string_view name, std::string_view text, std::string_view attributes) {
  std::string html = "<";
  html.append(name).append(attributes).append(">").append(escaped(text)).append("</").append(name).append(">");
  return html;
}

std::string html_blocks(const Document& document) {
  Html html(true);
  for (const auto& block : document.blocks()) std::visit(html, block);
  return html.take();
}

std::string html_text(const Document& document, bool header) {
  std::string text = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  text += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>";
  text += escaped(title_of(document)) + "</title>\n<style>\n";
  text.append(k_style).append("</style>\n</head>\n<body>\n<main>\n");
  Html html(false);
  for (const auto& block : document.blocks()) {
    if (header || document.is_row(block)) std::visit(html, block);
  }
  return text + html.take() + "</main>\n</body>\n</html>\n";
}

}  // namespace gpuadvisor
