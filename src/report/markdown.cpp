#include "markdown.hpp"

#include <algorithm>
#include <vector>

namespace gpuadvisor {
namespace {

/// A row of a table; its cells are Markdown.
std::string row_text(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const auto& cell : cells) line += ' ' + cell + " |";
  return line + '\n';
}

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
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    cells.reserve(row.size());
    for (const auto& cell : row) cells.push_back(markdown_text(cell));
    text += row_text(cells);
  }
  return text;
}

}  // namespace gpuadvisor
