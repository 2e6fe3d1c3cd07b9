#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>
#include <vector>

#include "canonical_form.hpp"
#include "core/decimal_from_chars.hpp"
#include "core/text.hpp"
#include "formats/csv_reader.hpp"

namespace gpuadvisor {
namespace {

struct SortColumn {
  std::string_view name;
  bool is_number = false;
  bool may_lack = false;
};

/// The columns that measurements are sorted by, the most important first; those that are numbers by size.
constexpr auto k_order = std::to_array<SortColumn>({
    {.name = "gpu"},
    {.name = "gpu_count", .is_number = true},
    {.name = "workload"},
    {.name = "model"},
    {.name = "precision"},
    {.name = "framework"},
    {.name = "version", .may_lack = true},
    {.name = "batch", .is_number = true, .may_lack = true},
    {.name = "context_tokens", .is_number = true, .may_lack = true},
    {.name = "prompt_tokens", .is_number = true, .may_lack = true},
    {.name = "output_tokens", .is_number = true, .may_lack = true},
    {.name = "split", .may_lack = true},
    {.name = "setting", .may_lack = true},
    {.name = "published"},
    {.name = "source"},
    {.name = "value", .is_number = true},
});

/// Without a mark of the byte order, and with each line ended by a line feed alone.
std::string with_line_feeds(std::string_view text) {
  text = without_byte_order_mark(text);
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
  (void)decimal_from_chars(field.data(), field.data() + field.size(), number);
  return std::isfinite(number) ? number : 0;
}

/// Where the columns stand that the table is sorted by; nothing for a table that has others, and no order of ours.
struct ColumnAt {
  std::size_t index;
  bool is_number;
};
std::optional<std::vector<ColumnAt>> sort_columns(const CsvTable& table) {
  std::vector<ColumnAt> columns;
  for (const SortColumn& known : k_order) {
    const auto index = table.column(known.name);
    if (index) columns.push_back({*index, known.is_number});
    if (!index && !known.may_lack) return std::nullopt;
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
    for (const auto [index, is_number] : *columns) {
      const std::string& of_a = a.row->fields[index];
      const std::string& of_b = b.row->fields[index];
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
