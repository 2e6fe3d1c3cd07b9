#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "byte_source.hpp"
#include "csv_records.hpp"

namespace gpuadvisor {

/// The records of a CSV table of any length, one after the other. A byte order mark at its beginning is skipped.
class CsvStream {
 public:
  /// `read` must outlive this. A record that is longer than `longest` bytes is a fault.
  CsvStream(const ReadBytes& read, std::size_t longest);

  [[nodiscard]] bool at_end() const { return m_at == m_end; }
  void skip_blank_lines();
  /// The next record; nothing where it is no CSV, which fault() tells: reading goes on in the line after the one in
  /// which it began.
  [[nodiscard]] std::optional<CsvRow> next();
  [[nodiscard]] const std::string& fault() const { return m_fault; }
  /// That the last record began in.
  [[nodiscard]] std::uint64_t line() const { return m_record_line; }

 private:
  [[nodiscard]] std::string_view rest() const { return {m_buffer.data() + m_at, m_end - m_at}; }
  void fill();

  const ReadBytes& m_read;
  std::size_t m_longest;
  std::vector<char> m_buffer;
  std::size_t m_at = 0;
  std::size_t m_end = 0;
  std::uint64_t m_line = 1;
  std::uint64_t m_record_line = 1;
  bool m_is_read = false;  // whole
  std::string m_fault;
};

}  // namespace gpuadvisor
