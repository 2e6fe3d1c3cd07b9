#include "csv_row_reader.hpp"

#include <fmt/format.h>

#include <charconv>
#include <type_traits>

#include "core/contains.hpp"
#include "core/decimal_from_chars.hpp"
#include "core/text.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_least_value = 1e-6;
constexpr double k_most_value = 1e9;

/// All of `text` as a number; nothing when it is none.
template <class T>
std::optional<T> number(std::string_view text) {
  T value{};
  const char* const begin = text.data();
  const auto [end, error] = [&] {
    if constexpr (std::is_floating_point_v<T>) {
      return decimal_from_chars(begin, begin + text.size(), value);
    } else {
      return std::from_chars(begin, begin + text.size(), value);
    }
  }();
  if (error != std::errc() || end != begin + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::string_view WordStore::keep(std::string_view word) {
  const auto at = m_words.find(word);
  return at != m_words.end() ? *at : *m_words.emplace(word).first;
}

std::string_view CsvRowReader::text(std::string_view column, bool may_be_empty) {
  const std::string& field = this->field(column);
  if (field.empty() && !may_be_empty) problem(column, "expected text, found none");
  if (has_control_character(field)) {
    problem(column, fmt::format("expected text without control characters, found \"{}\"", printable(field)));
  }
  return m_words.keep(field);
}

std::string_view CsvRowReader::id(std::string_view column, std::string_view what,
                                  const std::set<std::string_view>& known) {
  const std::string& field = this->field(column);
  if (known.find(field) == known.end()) {
    m_problems.add(csv_place(m_file, m_table, m_row, column),
                   m_problems.is_full() ? std::string() : unknown_id(what, field, known), true);
  }
  return m_words.keep(field);
}

int CsvRowReader::count(std::string_view column, int least, int most) {
  const auto value = number<int>(field(column));
  if (value && *value >= least && *value <= most) return *value;
  problem(column,
          fmt::format("expected a whole number from {} to {}, found \"{}\"", least, most, printable(field(column))));
  return least;
}

double CsvRowReader::positive(std::string_view column) {
  const auto value = number<double>(field(column));
  if (value && *value >= k_least_value && *value <= k_most_value) return *value;
  problem(column, fmt::format("expected a number from {} to {}, found \"{}\"", k_least_value, k_most_value,
                              printable(field(column))));
  return 1;
}

PartialDate CsvRowReader::date(std::string_view column) {
  if (const auto value = PartialDate::parse(field(column))) return *value;
  problem(column,
          fmt::format("expected a date like 2026, 2026-03 or 2026-03-31, found \"{}\"", printable(field(column))));
  return {};
}

void CsvRowReader::problem(std::string_view column, std::string message) {
  m_problems.add(csv_place(m_file, m_table, m_row, column), std::move(message));
}

void CsvRowReader::report_choice(std::string_view column, std::span<const std::string_view> names) {
  if (m_problems.is_full()) {
    problem(column, "");
    return;
  }
  const std::string& field = this->field(column);
  problem(column, fmt::format("expected {}, found \"{}\"{}",
                              enumeration(std::vector<std::string>(names.begin(), names.end()), "or"), printable(field),
                              did_you_mean(field, names)));
}

bool has_columns(std::string_view file, const CsvTable& table, std::span<const std::string_view> columns,
                 Problems& problems, std::span<const std::string_view> further) {
  bool right = true;
  for (const auto column : columns) {
    if (table.column(column)) continue;
    right = false;
    problems.add({file, "", 1}, fmt::format("expected a column \"{}\", found none", column));
  }
  for (std::size_t number = 0; number < table.columns.size(); ++number) {
    const std::string& column = table.columns[number];
    const auto is_in = [&](std::span<const std::string_view> known) { return contains(known, column); };
    if (column.empty() || is_in(columns) || is_in(further)) continue;
    right = false;
    problems.add(csv_header_place(file, table, number),
                 fmt::format("unknown column \"{}\"{}", printable(column), did_you_mean(column, columns)));
  }
  return right;
}

std::string unknown_id(std::string_view what, std::string_view id, const std::set<std::string_view>& known) {
  return fmt::format("unknown {} \"{}\"{}", what, printable(id),
                     did_you_mean(id, std::vector<std::string_view>(known.begin(), known.end())));
}

}  // namespace gpuadvisor
