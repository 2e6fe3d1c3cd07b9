#include "csv_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gpuadvisor {

std::optional<CsvRow> CsvRecords::next() {
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
      return fail(fmt::format("expected fields of at most {} bytes, found {}", k_max_csv_field, field->size()), begin);
    }
    row.fields.push_back(std::move(*field));
    if (peek() == ',' && !at_end()) {
      ++m_at;
      continue;
    }
    return end_of_line() ? std::optional(std::move(row)) : std::nullopt;
  }
}

std::nullopt_t CsvRecords::fail(std::string message, std::size_t at) {
  m_fault = {at, std::move(message)};
  m_at = m_text.size();
  return std::nullopt;
}

std::optional<std::string> CsvRecords::plain() {
  const std::size_t end = std::min(m_text.find_first_of(",\"\r\n", m_at), m_text.size());
  std::string field(m_text.substr(m_at, end - m_at));
  m_at = end;
  if (!at_end() && peek() == '"') return fail("expected quotes around the whole field, found one inside");
  return field;
}

std::optional<std::string> CsvRecords::quoted() {
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

bool CsvRecords::end_of_line() {
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

}  // namespace gpuadvisor
