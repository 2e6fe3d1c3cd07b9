#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gpuadvisor {

/// A record of a CSV table, with as many fields as the table has columns.
struct CsvRow {
  int line = 0;  // 1-based, where it begins
  std::vector<std::string> fields;
  std::size_t offset = 0;  // of its first byte in the text of the table
};

// More than any table needs; hostile input must not exhaust memory.
inline constexpr std::size_t k_max_csv_columns = 100;
inline constexpr std::size_t k_max_csv_field = 2000;  // bytes

/// Why a text is no CSV.
struct CsvFault {
  std::size_t offset = 0;  // in bytes
  std::string message;     // what was expected and what was found
};

/// Cuts text into records (RFC 4180, lines ending in CRLF or LF, the last one perhaps without), which it views.
class CsvRecords {
 public:
  explicit CsvRecords(std::string_view text, int line = 1) : m_text(text), m_line(line) {}

  [[nodiscard]] bool at_end() const { return m_at >= m_text.size(); }
  /// How many bytes were read.
  [[nodiscard]] std::size_t offset() const { return m_at; }
  [[nodiscard]] int line() const { return m_line; }

  /// The next record; nothing where the text is no CSV, which fault() tells, and all that follows is left out.
  [[nodiscard]] std::optional<CsvRow> next();
  [[nodiscard]] const CsvFault& fault() const { return m_fault; }

 private:
  [[nodiscard]] char peek() const { return at_end() ? '\n' : m_text[m_at]; }
  std::nullopt_t fail(std::string message) { return fail(std::move(message), m_at); }
  std::nullopt_t fail(std::string message, std::size_t at);
  std::optional<std::string> plain();
  std::optional<std::string> quoted();
  bool end_of_line();

  std::string_view m_text;
  std::size_t m_at = 0;
  int m_line;
  CsvFault m_fault;
};

}  // namespace gpuadvisor
