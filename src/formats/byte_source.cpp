#include "byte_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor {

constexpr std::size_t k_buffer_bytes = std::size_t{1} << 16U;

ByteSource::ByteSource(std::string_view file, std::uint64_t size, std::uint64_t limit, ReadBytes read)
    : m_file(printable(file)), m_size(size), m_limit(limit), m_read(std::move(read)), m_buffer(k_buffer_bytes) {}

void ByteSource::fail(std::uint64_t at, std::string message) const {
  throw DataError({{m_file, 0, fmt::format("byte {}", at), std::move(message)}});
}

void ByteSource::require(std::uint64_t bytes, std::string_view what) const {
  if (bytes > m_size - std::min(m_position, m_size)) {
    fail(m_position, fmt::format("expected {} ({} bytes), found the end of the file at byte {}", what, bytes, m_size));
  }
  if (bytes > m_limit - std::min(m_position, m_limit)) {
    fail(m_position, fmt::format("expected a header of at most {} MiB, found {} of {} bytes that ends after that",
                                 m_limit >> 20U, what, bytes));
  }
}

std::string_view ByteSource::next(std::uint64_t most) {
  if (m_begin == m_end) {
    m_begin = 0;
    m_end = m_read(m_buffer);
    if (m_end == 0) fail(m_position, fmt::format("expected a file of {} bytes, found its end", m_size));
  }
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(most, m_end - m_begin));
  const std::string_view bytes(m_buffer.data() + m_begin, count);
  m_begin += count;
  m_position += count;
  return bytes;
}

std::uint64_t ByteSource::unsigned_integer(unsigned bytes, std::string_view what) {
  const std::string digits = text(bytes, what);
  std::uint64_t value = 0;
  for (unsigned i = bytes; i > 0; --i) value = (value << 8U) | static_cast<unsigned char>(digits[i - 1]);
  return value;
}

std::string ByteSource::text(std::uint64_t bytes, std::string_view what) {
  require(bytes, what);
  std::string text;
  text.reserve(static_cast<std::size_t>(bytes));
  while (text.size() < bytes) text += next(bytes - text.size());
  return text;
}

void ByteSource::skip(std::uint64_t bytes, std::string_view what) {
  require(bytes, what);
  for (std::uint64_t left = bytes; left > 0;) left -= next(left).size();
}

}  // namespace gpuadvisor
