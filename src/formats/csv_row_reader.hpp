#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "csv_reader.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// Keeps each text once: a table says the same words over and over.
class WordStore {
 public:
  std::string_view keep(std::string_view word);

 private:
  std::set<std::string, std::less<>> m_words;  // nodes never move
};

/// Typed reading of one row of a table that has all columns asked for. What is unusable is added to the problems, with
/// what was expected and what was found, and stands in the record as a harmless value.
class CsvRowReader {
 public:
  CsvRowReader(std::string_view file, const CsvTable& table, const CsvRow& row, WordStore& words, Problems& problems)
      : m_file(file), m_table(table), m_row(row), m_words(words), m_problems(problems) {}

  [[nodiscard]] bool is_empty(std::string_view column) const { return field(column).empty(); }

  /// Text without control characters.
  std::string_view text(std::string_view column, bool may_be_empty = false);

  /// One of `known`, which are ids of a `what`.
  std::string_view id(std::string_view column, std::string_view what, const std::set<std::string_view>& known);

  template <class E>
  E choice(std::string_view column) {
    if (const auto value = enum_from_name<E>(field(column))) return *value;
    report_choice(column, k_enum_names<E>);
    return E{};
  }

  /// A whole number from `least` to `most`.
  int count(std::string_view column, int least, int most);

  /// A number from 0.000001 to 1,000,000,000: bounds that catch slips of the unit.
  double positive(std::string_view column);

  PartialDate date(std::string_view column);

  void problem(std::string_view column, std::string message);

 private:
  [[nodiscard]] const std::string& field(std::string_view column) const {
    return m_row.fields[*m_table.column(column)];
  }

  void report_choice(std::string_view column, std::span<const std::string_view> names);

  std::string_view m_file;
  const CsvTable& m_table;
  const CsvRow& m_row;
  WordStore& m_words;
  Problems& m_problems;
};

/// Whether a table has these columns, and no others than the further ones; adds a problem for each that it lacks or
/// has besides.
[[nodiscard]] bool has_columns(std::string_view file, const CsvTable& table, std::span<const std::string_view> columns,
                               Problems& problems, std::span<const std::string_view> further = {});

/// `unknown GPU "rtx", did you mean "rtx2"?`
[[nodiscard]] std::string unknown_id(std::string_view what, std::string_view id,
                                     const std::set<std::string_view>& known);

}  // namespace gpuadvisor
