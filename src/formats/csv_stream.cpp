#include "csv_stream.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"

namespace gpuadvisor {

CsvStream::CsvStream(const ReadBytes& read, std::size_t longest)
    : m_read(read), m_longest(longest), m_buffer(2 * longest) {
  fill();
  if (rest().starts_with(k_byte_order_mark)) m_at += k_byte_order_mark.size();
}

void CsvStream::fill() {
  std::copy(m_buffer.begin() + static_cast<std::ptrdiff_t>(m_at), m_buffer.begin() + static_cast<std::ptrdiff_t>(m_end),
            m_buffer.begin());
  m_end -= m_at;
  m_at = 0;
  const std::size_t found = m_read({m_buffer.data() + m_end, m_buffer.size() - m_end});
  m_is_read = found < m_buffer.size() - m_end;
  m_end += found;
}

void CsvStream::skip_blank_lines() {
  while (rest().starts_with('\n') || rest().starts_with("\r\n")) {
    m_at += rest().starts_with('\n') ? 1 : 2;
    ++m_line;
    if (m_at == m_end && !m_is_read) fill();
  }
}

std::optional<CsvRow> CsvStream::next() {
  if (!m_is_read && m_end - m_at < m_longest) fill();
  m_record_line = m_line;
  const std::string_view text = rest();
  CsvRecords records(text);
  auto row = records.next();
  const std::string_view read = text.substr(0, records.offset());
  const std::size_t whole = row ? utf8_prefix(read) : 0;
  const bool has_nul = row && read.find('\0') != std::string_view::npos;
  const bool is_sound = row && whole == read.size() && !has_nul;
  if (!row) {
    m_fault = "not valid CSV: " + records.fault().message;
  } else if (has_nul) {
    m_fault = "not valid CSV: a NUL byte";
  } else if (!is_sound) {
    m_fault = fmt::format("not valid UTF-8: found \"{}\"", printable(read.substr(whole, 1)));
  }
  const std::size_t used = is_sound ? read.size() : std::min(text.find('\n'), text.size() - 1) + 1;
  m_line +=
      static_cast<std::uint64_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(used), '\n'));
  m_at += used;
  if (m_at == m_end && !m_is_read) fill();
  if (!is_sound) return std::nullopt;
  return row;
}

}  // namespace gpuadvisor
