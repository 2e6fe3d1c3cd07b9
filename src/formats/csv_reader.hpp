#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "csv_records.hpp"
#include "json_reader.hpp"

namespace gpuadvisor {

/// A CSV table: the names of its columns, from the first record, and all other records.
struct CsvTable {
  std::vector<std::string> columns;
  std::vector<CsvRow> rows;
  std::string_view text;  // what it was read from, without a byte order mark; tells where fields stand

  /// Where the column called `name` is, if there is one.
  [[nodiscard]] std::optional<std::size_t> column(std::string_view name) const;
};

// More than any table of the catalog needs; hostile input must not exhaust memory.
inline constexpr std::size_t k_max_csv_bytes = k_max_json_bytes;
inline constexpr std::size_t k_max_csv_rows = 50'000;

/// Reads a table (RFC 4180, lines ending in CRLF or LF, the last one perhaps without). A byte order mark is skipped,
/// because spreadsheets write one. Blanks belong to their field.
///
/// Adds to `problems`, with `file`, line and column: empty or repeated column names and rows with more or fewer fields
/// than columns, which are left out; of these the line as a whole is meant. Ends at the first text that is no CSV (NUL,
/// no UTF-8, a quote that is not closed, or one inside a field that is not quoted, a carriage return alone, an empty
/// line) or is beyond a limit, and then returns what was read so far. `file` must outlive `problems`, and `text` what
/// csv_place() is asked of the table.
[[nodiscard]] CsvTable read_csv(std::string_view file, std::string_view text, Problems& problems);

/// Where a field of `row` begins, for problems. Requires a row of the table and a column that it has.
[[nodiscard]] JsonPlace csv_place(std::string_view file, const CsvTable& table, const CsvRow& row,
                                  std::string_view column);

/// Where the name of a column begins. Requires a number of a column, from 0.
[[nodiscard]] JsonPlace csv_header_place(std::string_view file, const CsvTable& table, std::size_t column);

}  // namespace gpuadvisor
