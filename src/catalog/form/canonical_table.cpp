#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <tuple>
#include <vector>

#include "canonical_form.hpp"
#include "formats/csv_reader.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_byte_order_mark = "\xef\xbb\xbf";

/// The columns that measurements are sorted by, the most important first; those that are numbers by size.
constexpr auto k_order = std::to_array<std::string_view>(
    {"gpu", "gpu_count", "workload", "model", "precision", "framework", "published", "source", "value"});
constexpr auto k_numbers = std::to_array<std::string_view>({"gpu_count", "value"});

/// Without a mark of the byte order, and with each line ended by a line feed alone.
std::string with_line_feeds(std::string_view text) {
  if (text.starts_with(k_byte_order_mark)) text.remove_prefix(k_byte_order_mark.size());
  std::string mended;
  mended.reserve(text.size() + 1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_end = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (!is_end) mended += text[i];
  }
  if (!mended.ends_with('\n')) mended += '\n';
  return mended;
}

std::optional<CsvTable> read_whole(std::string_view file, std::string_view text) {
  Problems problems;
  CsvTable table = read_csv(file, text, problems);
  if (!problems.empty()) return std::nullopt;
  return table;
}

/// The rows of one table are those of the other, in whatever order.
bool say_the_same(const CsvTable& a, const CsvTable& b) {
  const auto sorted = [](const CsvTable& table) {
    std::vector<std::vector<std::string>> rows;
    rows.reserve(table.rows.size());
    for (const CsvRow& row : table.rows) rows.push_back(row.fields);
    std::sort(rows.begin(), rows.end());
    return rows;
  };
  return a.columns == b.columns && sorted(a) == sorted(b);
}

/// 0 for what is no finite number, so that there always is an order.
double number_in(const std::string& field) {
  double number = 0;
  (void)std::from_chars(field.data(), field.data() + field.size(), number);
  return std::isfinite(number) ? number : 0;
}

/// Where the columns stand that the table is sorted by; nothing for a table that has others, and no order of ours.
std::optional<std::vector<std::size_t>> sort_columns(const CsvTable& table) {
  std::vector<std::size_t> columns;
  for (const auto name : k_order) {
    const auto column = table.column(name);
    if (!column) return std::nullopt;
    columns.push_back(*column);
  }
  return columns;
}

/// The lines of a row, as written. Requires line feeds alone.
struct RowText {
  const CsvRow* row;
  std::string_view text;
};
std::vector<RowText> row_texts(const CsvTable& table, std::string_view text) {
  std::vector<std::size_t> begins = {0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') begins.push_back(i + 1);
  }
  std::vector<RowText> rows;
  rows.reserve(table.rows.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const std::size_t begin = begins[static_cast<std::size_t>(table.rows[i].line) - 1];
    const std::size_t end =
        i + 1 < table.rows.size() ? begins[static_cast<std::size_t>(table.rows[i + 1].line) - 1] : text.size();
    rows.push_back({&table.rows[i], text.substr(begin, end - begin)});
  }
  return rows;
}

/// The text with its rows in order; nothing when they are.
std::optional<std::string> sorted_text(const CsvTable& table, const std::string& text) {
  const auto columns = sort_columns(table);
  if (!columns || table.rows.empty()) return std::nullopt;
  const auto comes_before = [&](const RowText& a, const RowText& b) {
    for (std::size_t i = 0; i < k_order.size(); ++i) {
      const std::string& of_a = a.row->fields[(*columns)[i]];
      const std::string& of_b = b.row->fields[(*columns)[i]];
      const bool is_number = std::find(k_numbers.begin(), k_numbers.end(), k_order[i]) != k_numbers.end();
      if (is_number ? number_in(of_a) != number_in(of_b) : of_a != of_b) {
        return is_number ? number_in(of_a) < number_in(of_b) : of_a < of_b;
      }
    }
    return false;
  };
  auto rows = row_texts(table, text);
  if (std::is_sorted(rows.begin(), rows.end(), comes_before)) return std::nullopt;
  const auto head = static_cast<std::size_t>(rows.front().text.data() - text.data());
  std::stable_sort(rows.begin(), rows.end(), comes_before);
  std::string sorted = text.substr(0, head);
  sorted.reserve(text.size());
  for (const RowText& row : rows) sorted += row.text;
  return sorted;
}

}  // namespace

CanonicalText canonical_table(std::string_view file, const std::string& text) {
  const auto before = read_whole(file, text);
  std::string mended = with_line_feeds(text);
  const auto after = read_whole(file, mended);
  // A line break within a field is part of a value.
  if (!before || !after || !say_the_same(*before, *after)) return {text, {}};
  CanonicalText canonical;
  const auto sorted = sorted_text(*after, mended);
  if (sorted) canonical.faults.push_back(FormFault::record_order);
  if (mended != text) canonical.faults.push_back(FormFault::white_space);
  canonical.text = sorted.value_or(std::move(mended));
  const auto written = read_whole(file, canonical.text);
  if (!written || !say_the_same(*before, *written)) return {text, {}};
  return canonical;
}

}  // namespace gpuadvisor
