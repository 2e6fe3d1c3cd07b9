#include "csv_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_unicode_mark = "\xef\xbb\xbf";

/// Where `text` would go on if it began at line and column: the line, and the column in characters.
class Position {
 public:
  explicit Position(int line = 1) : m_line(line) {}

  void pass(char c) {
    if (c == '\n') {
      ++m_line;
      m_column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xc0U) != 0x80U) {  // not within a character of UTF-8
      ++m_column;
    }
  }
  void pass(std::string_view text) {
    for (const char c : text) pass(c);
  }
  [[nodiscard]] JsonPlace place(std::string_view file, std::string pointer = {}) const {
    return {file, std::move(pointer), m_line, m_column};
  }

 private:
  int m_line;
  int m_column = 1;
};

JsonPlace place_at(std::string_view file, std::string_view text, std::size_t at) {
  Position position;
  position.pass(text.substr(0, at));
  return position.place(file);
}

/// Cuts text into records. After fail() the text is at its end.
class Records {
 public:
  Records(std::string_view file, std::string_view text, Problems& problems)
      : m_file(file), m_text(text), m_problems(problems) {}

  [[nodiscard]] bool at_end() const { return m_at >= m_text.size(); }

  /// The next record; nothing when it is no CSV, which is reported.
  std::optional<CsvRow> next() {
    CsvRow row;
    row.line = m_line;
    row.offset = m_at;
    if (peek() == '\n' || m_text.substr(m_at, 2) == "\r\n") return fail("expected a row, found an empty line");
    while (true) {
      if (row.fields.size() >= k_max_csv_columns) return fail(fmt::format("more than {} fields", k_max_csv_columns));
      const std::size_t begin = m_at;
      auto field = peek() == '"' ? quoted() : plain();
      if (!field) return std::nullopt;
      if (field->size() > k_max_csv_field) {
        return fail(fmt::format("expected fields of at most {} bytes, found {}", k_max_csv_field, field->size()),
                    begin);
      }
      row.fields.push_back(std::move(*field));
      if (peek() == ',' && !at_end()) {
        ++m_at;
        continue;
      }
      return end_of_line() ? std::optional(std::move(row)) : std::nullopt;
    }
  }

 private:
  [[nodiscard]] char peek() const { return at_end() ? '\n' : m_text[m_at]; }

  std::nullopt_t fail(std::string message) { return fail(std::move(message), m_at); }
  std::nullopt_t fail(std::string message, std::size_t at) {
    m_problems.add(place_at(m_file, m_text, at), std::move(message));
    m_at = m_text.size();
    return std::nullopt;
  }

  std::optional<std::string> plain() {
    const std::size_t end = std::min(m_text.find_first_of(",\"\r\n", m_at), m_text.size());
    std::string field(m_text.substr(m_at, end - m_at));
    m_at = end;
    if (!at_end() && peek() == '"') return fail("expected quotes around the whole field, found one inside");
    return field;
  }

  std::optional<std::string> quoted() {
    std::string field;
    for (std::size_t at = m_at + 1;; ++at) {
      const std::size_t quote = m_text.find('"', at);
      if (quote == std::string_view::npos) return fail("expected a closing quote, found none", m_at);
      field += m_text.substr(at, quote - at);
      at = quote + 1;
      if (m_text.substr(at, 1) != "\"") {
        m_at = at;
        break;
      }
      field += '"';
    }
    if (!at_end() && std::string_view(",\r\n").find(peek()) == std::string_view::npos) {
      return fail("expected a comma or the end of the line after a closing quote");
    }
    m_line += static_cast<int>(std::count(field.begin(), field.end(), '\n'));
    return field;
  }

  bool end_of_line() {
    if (!at_end() && m_text[m_at] == '\r') {
      ++m_at;
      if (at_end() || m_text[m_at] != '\n') {
        fail("expected a line feed after a carriage return");
        return false;
      }
    }
    ++m_at;
    ++m_line;
    return true;
  }

  std::string_view m_file;
  std::string_view m_text;
  Problems& m_problems;
  std::size_t m_at = 0;
  int m_line = 1;
};

/// Whether the text can be cut into records at all; reports why not.
bool is_readable(std::string_view file, std::string_view text, Problems& problems) {
  if (text.size() > k_max_csv_bytes) {
    problems.add({file, "", 0}, fmt::format("larger than {} MiB", k_max_csv_bytes >> 20U));
    return false;
  }
  if (text.empty()) {
    problems.add({file, "", 0}, "expected a CSV table, found nothing");
    return false;
  }
  if (const auto at = text.find('\0'); at != std::string_view::npos) {
    problems.add(place_at(file, text, at), "not valid CSV: a NUL byte");
    return false;
  }
  if (const auto at = utf8_prefix(text); at < text.size()) {
    problems.add(place_at(file, text, at), fmt::format("not valid UTF-8: found \"{}\"", printable(text.substr(at, 1))));
    return false;
  }
  return true;
}

/// Reports columns without a name or with that of another.
void check_columns(std::string_view file, const CsvTable& table, Problems& problems) {
  const auto& names = table.columns;
  for (auto name = names.begin(); name != names.end(); ++name) {
    const auto number = static_cast<std::size_t>(name - names.begin());
    if (name->empty()) {
      problems.add(csv_header_place(file, table, number),
                   fmt::format("expected a name for column {}, found none", number + 1));
    } else if (std::find(names.begin(), name, *name) != name) {
      problems.add(csv_header_place(file, table, number), fmt::format("column \"{}\" stands twice", printable(*name)));
    }
  }
}

/// Where a field of the record that begins at `offset`, in `line`, stands. A comma sets fields apart unless the number
/// of quotes before it is odd: one within a field is doubled.
Position field_position(std::string_view text, std::size_t offset, int line, std::size_t field) {
  Position position(line);
  bool is_quoted = false;
  for (; field > 0; ++offset) {
    const char c = text[offset];
    position.pass(c);
    if (c == '"') is_quoted = !is_quoted;
    if (c == ',' && !is_quoted) --field;
  }
  return position;
}

}  // namespace

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
  const auto at = std::find(columns.begin(), columns.end(), name);
  if (at == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(at - columns.begin());
}

CsvTable read_csv(std::string_view file, std::string_view text, Problems& problems) {
  CsvTable table;
  if (text.substr(0, k_unicode_mark.size()) == k_unicode_mark) text.remove_prefix(k_unicode_mark.size());
  if (!is_readable(file, text, problems)) return table;
  Records records(file, text, problems);
  auto header = records.next();
  if (!header) return table;
  table.text = text;
  table.columns = std::move(header->fields);
  check_columns(file, table, problems);
  while (!records.at_end()) {
    auto row = records.next();
    if (!row) break;
    if (table.rows.size() >= k_max_csv_rows) {
      problems.add({file, "", row->line}, fmt::format("more than {} rows", k_max_csv_rows));
      break;
    }
    if (row->fields.size() == table.columns.size()) {
      table.rows.push_back(std::move(*row));
    } else {
      problems.add({file, "", row->line},
                   fmt::format("expected {} fields, found {}", table.columns.size(), row->fields.size()));
    }
  }
  return table;
}

JsonPlace csv_place(std::string_view file, const CsvTable& table, const CsvRow& row, std::string_view column) {
  return field_position(table.text, row.offset, row.line, *table.column(column))
      .place(file, "column " + printable(column));
}

JsonPlace csv_header_place(std::string_view file, const CsvTable& table, std::size_t column) {
  return field_position(table.text, 0, 1, column).place(file);
}

}  // namespace gpuadvisor
