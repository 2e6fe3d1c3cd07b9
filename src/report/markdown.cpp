#include "markdown.hpp"

#include <algorithm>
#include <vector>

#include "gpuadvisor/report/document.hpp"

namespace gpuadvisor {
namespace {

/// A row of a table; its cells are Markdown.
std::string row_text(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const auto& cell : cells) line += ' ' + cell + " |";
  return line + '\n';
}

/// Writes blocks one after the other, with an empty line between two, but for the items of a list.
class Markdown {
 public:
  void operator()(const Document::Heading& heading) {
    add(std::string(static_cast<std::size_t>(heading.level), '#') + ' ' + markdown_text(heading.text) + '\n', false);
  }
  void operator()(const Document::Paragraph& paragraph) { add(markdown_paragraph(paragraph.text), false); }
  void operator()(const Document::Item& item) {
    add(std::string(2 * static_cast<std::size_t>(item.level - 1), ' ') + "- " + markdown_paragraph(item.unmarked()),
        true);
  }
  void operator()(const Document::TableBlock& block) { add(markdown_table(block.table), false); }
  void operator()(const Document::Gap& /*gap*/) {}

  [[nodiscard]] std::string take() { return std::move(m_text); }

 private:
  void add(const std::string& block, bool is_item) {
    if (!m_text.empty() && !(is_item && m_after_item)) m_text += '\n';
    m_text += block;
    m_after_item = is_item;
  }

  std::string m_text;
  bool m_after_item = false;
};

}  // namespace

std::string markdown_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '&') {  // entities where there are some: HTML inside Markdown knows no backslash
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else if (c == '\n' || c == '\r' || c == '\t') {
      escaped += ' ';
    } else {
      if (std::string_view("\\`*_[]|~#!").find(c) != std::string_view::npos) escaped += '\\';
      escaped += c;
    }
  }
  return escaped;
}

std::string markdown_paragraph(std::string_view text) {
  std::string line = markdown_text(text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size())));
  if (line.empty()) return line;
  const auto digits = std::min(line.find_first_not_of("0123456789"), line.size() - 1);
  if (line[digits] == '.' || line[digits] == ')') {
    line.insert(digits, "\\");  // "1." opens a list
  } else if (line.front() == '-' || line.front() == '+' || line.front() == '=') {
    line.insert(0, "\\");
  }
  return line + '\n';
}

std::string markdown_table(const Table& table) {
  std::vector<std::string> titles;
  std::vector<std::string> rules;
  for (const auto& column : table.columns) {
    titles.push_back(markdown_text(column.title));
    rules.emplace_back(column.right_aligned ? "---:" : "---");
  }
  std::string text = row_text(titles) + row_text(rules);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    std::vector<std::string> cells;
    cells.reserve(table.rows[i].size());
    for (const auto& cell : table.rows[i]) {
      const std::string escaped = markdown_text(cell);
      cells.push_back(table.style(i) == Style::bold && !cell.empty() ? "**" + escaped + "**" : escaped);
    }
    text += row_text(cells);
  }
  return text;
}

std::string markdown_text(const Document& document, bool header) {
  Markdown markdown;
  for (const auto& block : document.blocks()) {
    if (header || document.is_row(block)) std::visit(markdown, block);
  }
  return markdown.take();
}

}  // namespace gpuadvisor
