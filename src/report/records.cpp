#include "gpuadvisor/report/records.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "formats/csv.hpp"
#include "formats/json.hpp"
#include "number_text.hpp"

namespace gpuadvisor {
namespace {

/// The text of a cell for programs.
std::string plain_text(const Cell& cell) {
  if (const auto* number = std::get_if<double>(&cell)) return json_number(*number);
  if (const auto* boolean = std::get_if<bool>(&cell)) return *boolean ? "true" : "false";
  const auto* text = std::get_if<std::string>(&cell);
  return text == nullptr ? std::string() : *text;
}

/// The text of a cell for people.
std::string readable_text(const Cell& cell, bool whole_numbers) {
  if (const auto* number = std::get_if<double>(&cell)) return whole_numbers ? json_number(*number) : rounded(*number);
  if (const auto* boolean = std::get_if<bool>(&cell)) return *boolean ? "yes" : "no";
  const auto* text = std::get_if<std::string>(&cell);
  return text == nullptr || text->empty() ? "-" : *text;
}

std::string tsv_record(const std::vector<std::string>& fields) {
  std::string record;
  for (const auto& field : fields) {
    if (&field != fields.data()) record += '\t';
    for (const char c : field) record += c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
  }
  return record + '\n';
}

/// The records as lines, each made by `line` from the texts of its fields.
template <class Line>
std::string lines(const Records& records, bool header, Line line) {
  std::string text;
  std::vector<std::string> fields;
  for (const auto& field : records.fields) fields.emplace_back(field.key);
  if (header) text += line(fields);
  for (const auto& row : records.rows) {
    std::transform(row.begin(), row.end(), fields.begin(), plain_text);
    text += line(fields);
  }
  return text;
}

bool has_whole_numbers(const Records& records, std::size_t column) {
  constexpr double k_most = 1e15;  // beyond, numbers are written with an exponent
  return std::all_of(records.rows.begin(), records.rows.end(), [column](const std::vector<Cell>& row) {
    const auto* number = std::get_if<double>(&row[column]);
    return number == nullptr || (*number == std::floor(*number) && std::abs(*number) < k_most);
  });
}

}  // namespace

std::string records_csv(const Records& records, bool header) {
  return lines(records, header, [](const std::vector<std::string>& fields) { return csv_record(fields); });
}

std::string records_tsv(const Records& records, bool header) { return lines(records, header, tsv_record); }

std::string records_json_lines(const Records& records) {
  std::string text;
  for (const auto& row : records.rows) {
    JsonWriter json;
    write_record(json, records.fields, row);
    text += json.take();
  }
  return text;
}

std::string records_json(const Records& records) {
  JsonWriter json;
  json.begin_array();
  for (const auto& row : records.rows) write_record(json, records.fields, row);
  json.end_array();
  return json.take();
}

void write_record(JsonWriter& json, const std::vector<RecordField>& fields, const std::vector<Cell>& row) {
  json.begin_object(JsonWriter::Layout::one_line);
  for (std::size_t i = 0; i < row.size(); ++i) {
    json.key(fields[i].key);
    if (const auto* number = std::get_if<double>(&row[i])) {
      json.number(*number);
    } else if (const auto* boolean = std::get_if<bool>(&row[i])) {
      json.boolean(*boolean);
    } else if (const auto* text = std::get_if<std::string>(&row[i])) {
      json.text(*text);
    } else {
      json.null();
    }
  }
  json.end_object();
}

Table records_table(const Records& records) {
  Table table;
  std::vector<bool> is_whole;
  for (std::size_t i = 0; i < records.fields.size(); ++i) {
    const auto& [key, kind, meaning] = records.fields[i];
    table.columns.push_back({std::string(key), kind == CellKind::number, kind == CellKind::text});
    is_whole.push_back(has_whole_numbers(records, i));
  }
  for (const auto& row : records.rows) {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < row.size(); ++i) cells.push_back(readable_text(row[i], is_whole[i]));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace gpuadvisor
