#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace gpuadvisor {

/// Emphasis on a terminal that shows it. It says nothing that the text does not say.
enum class Style : unsigned char { plain, bold, dim };

/// Where text goes: characters per line, and whether a row may take several lines. In a pipe it may not, since
/// programs read rows by line.
struct Page {
  std::size_t width = 80;
  bool rows_wrap = true;
  bool is_styled = false;  // whether emphasis shows
  std::size_t room = 0;    // characters per row that columns are chosen for; 0: width

  [[nodiscard]] std::size_t row_width() const { return rows_wrap ? width : std::string::npos; }
  [[nodiscard]] std::size_t column_room() const { return room == 0 ? width : room; }
};

/// A column of a text table. A flexible column gives way when the table is wider than the page: its cells wrap
/// at blanks.
struct TableColumn {
  std::string title;
  bool right_aligned = false;
  bool flexible = false;
};

/// A table of plain cells; every row has a cell per column. A bold row is the title of those below it, and has an empty
/// row before it on a terminal.
struct Table {
  std::vector<TableColumn> columns;
  std::vector<std::vector<std::string>> rows;
  std::vector<Style> styles = {};  // of each row; none: all are plain
  bool has_titles = true;          // shown on a terminal
  bool splits = false;             // on a narrow page, into tables that each have the first two columns

  void add(std::vector<std::string> row, Style style = Style::plain);
  [[nodiscard]] Style style(std::size_t row) const { return row < styles.size() ? styles[row] : Style::plain; }
};

/// Number of characters `text` takes on a terminal: UTF-8 code points.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// Characters of its longest line where nothing wraps, or where flexible columns shrink towards `width`.
[[nodiscard]] std::size_t natural_width(const Table& table, std::size_t width = std::string::npos);

/// The table without the first columns called so that keep it from fitting `width`.
[[nodiscard]] Table without_columns(Table table, std::initializer_list<std::string_view> titles, std::size_t width);

/// The table as lines of at most `width` characters where its flexible column can shrink enough, without
/// trailing blanks. `indent` blanks lead each line.
[[nodiscard]] std::string render(const Table& table, std::size_t width, bool header = true, std::size_t indent = 0);

/// The same for the rows of a page, with bold titles and the styles of the rows where the page is styled.
[[nodiscard]] std::string render(const Table& table, const Page& page, bool header = true, std::size_t indent = 0);

/// The table itself, or where it splits and is wider than the page, the tables that it is split into, with titles on
/// two lines.
[[nodiscard]] std::vector<Table> pieces_of(Table table, const Page& page);

/// `text` as lines of at most `width` characters, broken at blanks, each with a final newline.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width);

/// Whole lines, in a style where the page is styled. Only what is measured and wrapped already may be styled: the
/// escape sequences (ECMA-48, SGR) have no width on a terminal.
[[nodiscard]] std::string emphasised(std::string_view lines, Style style, const Page& page);

}  // namespace gpuadvisor
