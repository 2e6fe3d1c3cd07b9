#include "csv_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text.hpp"

namespace gpuadvisor {
namespace {

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
  text = without_byte_order_mark(text);
  if (!is_readable(file, text, problems)) return table;
  CsvRecords records(text);
  const auto report = [&] { problems.add(place_at(file, text, records.fault().offset), records.fault().message); };
  auto header = records.next();
  if (!header) {
    report();
    return table;
  }
  table.text = text;
  table.columns = std::move(header->fields);
  check_columns(file, table, problems);
  while (!records.at_end()) {
    auto row = records.next();
    if (!row) {
      report();
      break;
    }
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
