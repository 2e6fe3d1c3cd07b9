#include "gpuadvisor/report/table.hpp"

#include <algorithm>
#include <numeric>

#include "core/text.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_gap = 2;         // blanks between columns
constexpr std::size_t k_narrowest = 12;  // a flexible column is never narrower

/// The words of a text; long ones in parts that end with a hyphen or a slash, addresses whole.
std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::size_t k_long = 14;
  std::vector<std::string_view> words;
  for (auto word : split(text, ' ')) {
    while (word.size() > k_long && word.find("://") == std::string_view::npos) {
      const auto end = std::min(word.find_first_of("-/"), word.size() - 1) + 1;
      words.push_back(word.substr(0, end));
      word.remove_prefix(end);
    }
    if (!word.empty() || words.empty()) words.push_back(word);
  }
  return words;
}

/// `text` in pieces of at most `width`, broken between its words.
std::vector<std::string> pieces(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  for (const auto word : words_of(text)) {
    const std::string_view gap = word.data() > text.data() && word.data()[-1] == ' ' ? " " : "";
    if (!lines.back().empty() && display_width(lines.back()) + gap.size() + display_width(word) > width) {
      lines.emplace_back();
    } else {
      lines.back() += gap;
    }
    lines.back() += word;
  }
  return lines;
}

/// The lines of a column's title.
std::vector<std::string_view> title_lines(const TableColumn& column) { return split(column.title, '\n'); }

std::size_t title_width(const TableColumn& column) {
  std::size_t widest = 0;
  for (const auto line : title_lines(column)) widest = std::max(widest, display_width(line));
  return widest;
}

/// The width that a flexible column keeps: that of its longest word, which does not wrap.
std::size_t least_width(const Table& table, std::size_t column) {
  std::size_t least = std::max(k_narrowest, title_width(table.columns[column]));
  for (const auto& row : table.rows) {
    for (const auto word : words_of(row[column])) least = std::max(least, display_width(word));
  }
  return least;
}

/// `wraps_all`: where that is not enough, all columns of words give way.
std::vector<std::size_t> column_widths(const Table& table, std::size_t width, bool header, std::size_t indent,
                                       bool wraps_all = false) {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    std::size_t widest = header ? title_width(table.columns[i]) : 0;
    for (const auto& row : table.rows) widest = std::max(widest, display_width(row[i]));
    widths.push_back(widest);
  }
  std::size_t total = indent + k_gap * (widths.size() - 1);
  for (const std::size_t column : widths) total += column;
  const auto shrink = [&](std::size_t i) {
    const std::size_t shrunk = widths[i] - std::min(widths[i], total - width);
    const std::size_t kept = std::max(shrunk, std::min(widths[i], least_width(table, i)));
    total -= widths[i] - kept;
    widths[i] = kept;
  };
  for (std::size_t i = 0; i < widths.size() && total > width; ++i) {
    if (table.columns[i].flexible) shrink(i);
  }
  for (std::size_t i = widths.size(); i-- > 0 && wraps_all && total > width;) {
    if (!table.columns[i].right_aligned) shrink(i);
  }
  return widths;
}

void append_cell(std::string& line, const TableColumn& column, std::string_view cell, std::size_t width) {
  const std::size_t padding = width - std::min(width, display_width(cell));
  if (column.right_aligned) line.append(padding, ' ');
  line += cell;
  if (!column.right_aligned) line.append(padding, ' ');
}

void end_line(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
}

/// Each line of `lines` in a style, from its first character that is no blank to its end.
std::string with_style(std::string_view lines, Style style) {
  std::string text;
  while (!lines.empty()) {
    const auto line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    const auto indent = std::min(line.find_first_not_of(' '), line.size());
    text += line.substr(0, indent);
    if (indent < line.size()) {
      text += style == Style::bold ? "\x1b[1m" : "\x1b[2m";
      text += line.substr(indent);
      text += "\x1b[0m";
    }
    text += '\n';
  }
  return text;
}

void append_row(std::string& text, const Table& table, const std::vector<std::string>& cells,
                const std::vector<std::size_t>& widths, std::size_t indent) {
  const auto wraps = [&](std::size_t i) { return display_width(cells[i]) > widths[i]; };
  std::size_t height = 1;
  std::vector<std::vector<std::string>> wrapped_cells(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (wraps(i)) wrapped_cells[i] = pieces(cells[i], widths[i]);
    height = std::max(height, wrapped_cells[i].size());
  }
  for (std::size_t n = 0; n < height; ++n) {
    text.append(indent, ' ');
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) text.append(k_gap, ' ');
      const auto& lines = wrapped_cells[i];
      const std::string_view whole = n == 0 ? std::string_view(cells[i]) : std::string_view();
      append_cell(text, table.columns[i], lines.empty() ? whole : n < lines.size() ? lines[n] : "", widths[i]);
    }
    end_line(text);
  }
}

/// The titles of all columns, one below the other where one takes several lines.
void append_titles(std::string& text, const Table& table, const std::vector<std::size_t>& widths, std::size_t indent) {
  for (std::size_t n = 0; n == 0 || std::any_of(table.columns.begin(), table.columns.end(),
                                                [n](const auto& column) { return title_lines(column).size() > n; });
       ++n) {
    std::vector<std::string> cells;
    for (const auto& column : table.columns) {
      const auto lines = title_lines(column);
      cells.emplace_back(n < lines.size() ? lines[n] : std::string_view());
    }
    append_row(text, table, cells, widths, indent);
  }
}

/// A name in two lines of about one length: "GeForce RTX" and "5060 Ti 8GB".
std::string in_two(std::string name) {
  std::size_t best = std::string::npos;
  const auto longer = [&](std::size_t at) { return std::max(at, name.size() - at); };
  for (std::size_t at = name.find(' '); at != std::string::npos; at = name.find(' ', at + 1)) {
    if (best == std::string::npos || longer(at) <= longer(best)) best = at;
  }
  if (best != std::string::npos) name[best] = '\n';
  return name;
}

/// The columns of tables that fit `width`, each with the first two and as many others as have room, at least one.
std::vector<std::vector<std::size_t>> columns_that_fit(const std::vector<std::size_t>& widths, std::size_t width) {
  std::vector<std::vector<std::size_t>> found;
  std::size_t taken = 0;
  for (std::size_t column = 2; column < widths.size(); ++column) {
    const std::size_t more = k_gap + widths[column];
    if (found.empty() || (found.back().size() > 2 && taken + more > width)) {
      found.push_back({0, 1});
      taken = widths[0] + k_gap + widths[1];
    }
    found.back().push_back(column);
    taken += more;
  }
  return found;
}

Table with_columns(const Table& table, const std::vector<std::size_t>& columns) {
  Table part{{}, {}, table.styles, table.has_titles};
  for (const std::size_t column : columns) part.columns.push_back(table.columns[column]);
  for (const auto& row : table.rows) {
    part.rows.push_back(mapped(columns, [&row](std::size_t column) { return row[column]; }));
  }
  return part;
}

}  // namespace

void Table::add(std::vector<std::string> row, Style style) {
  styles.resize(rows.size());
  rows.push_back(std::move(row));
  styles.push_back(style);
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80; }));
}

std::size_t natural_width(const Table& table, std::size_t width) {
  const auto widths = column_widths(table, width, true, 0);
  return std::accumulate(widths.begin(), widths.end(), k_gap * (std::max<std::size_t>(widths.size(), 1) - 1));
}

Table without_columns(Table table, std::initializer_list<std::string_view> titles, std::size_t width) {
  for (const auto title : titles) {
    const auto at =
        std::find_if(table.columns.begin(), table.columns.end(), [&](auto& one) { return one.title == title; });
    if (at == table.columns.end() || natural_width(table, width) <= width) continue;
    const auto index = at - table.columns.begin();
    table.columns.erase(at);
    for (auto& row : table.rows) row.erase(row.begin() + index);
  }
  return table;
}

std::vector<Table> pieces_of(Table table, const Page& page) {
  constexpr std::size_t k_unlimited = std::string::npos;
  const auto fitting = [&] { return columns_that_fit(column_widths(table, k_unlimited, true, 0), page.row_width()); };
  if (!table.splits || fitting().size() < 2) return {std::move(table)};
  for (std::size_t i = 1; i < table.columns.size(); ++i) table.columns[i].title = in_two(table.columns[i].title);
  std::vector<Table> pieces;
  for (const auto& columns : fitting()) pieces.push_back(with_columns(table, columns));
  return pieces;
}

std::string render(const Table& table, std::size_t width, bool header, std::size_t indent) {
  return render(table, Page{width, true}, header, indent);
}

std::string render(const Table& table, const Page& page, bool header, std::size_t indent) {
  const auto widths = column_widths(table, page.row_width(), header, indent, true);
  std::string text;
  if (header) {
    append_titles(text, table, widths, indent);
    if (page.is_styled) text = with_style(text, Style::bold);
  }
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (i > 0 && table.style(i) == Style::bold) text += '\n';
    std::string row;
    append_row(row, table, table.rows[i], widths, indent);
    text += emphasised(row, table.style(i), page);
  }
  return text;
}

std::string wrapped(std::string_view text, std::size_t width) {
  std::string lines;
  std::size_t line_width = 0;
  while (!text.empty()) {
    const auto word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const std::size_t word_width = display_width(word);
    if (line_width > 0) {
      const bool fits = line_width + 1 + word_width <= width;
      lines += fits ? ' ' : '\n';
      line_width = fits ? line_width + 1 : 0;
    }
    lines += word;
    line_width += word_width;
  }
  return lines.empty() ? lines : lines + '\n';
}

std::string emphasised(std::string_view lines, Style style, const Page& page) {
  return page.is_styled && style != Style::plain ? with_style(lines, style) : std::string(lines);
}

}  // namespace gpuadvisor
