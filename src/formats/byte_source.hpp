#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpuadvisor {

/// Fills the span with the next bytes of an input and returns how many: fewer than asked for only at its end.
using ReadBytes = std::function<std::size_t(std::span<char>)>;

/// A binary file, read from its beginning and only as far as asked. Numbers are little-endian. What a file states of
/// its own size is checked before memory is taken for it. All reading throws DataError with the place in bytes.
class ByteSource {
 public:
  /// `file` names it in problems; `size` is that of the whole file; no more than `limit` bytes are read.
  ByteSource(std::string_view file, std::uint64_t size, std::uint64_t limit, ReadBytes read);

  [[nodiscard]] std::uint64_t position() const { return m_position; }
  [[nodiscard]] std::uint64_t size() const { return m_size; }

  /// `what` is being read, for problems: "the number of tensors".
  [[nodiscard]] std::uint64_t unsigned_integer(unsigned bytes, std::string_view what);
  [[nodiscard]] std::string text(std::uint64_t bytes, std::string_view what);
  void skip(std::uint64_t bytes, std::string_view what);

  [[noreturn]] void fail(std::uint64_t at, std::string message) const;

 private:
  /// Throws unless so many bytes are left, of the file and of what may be read.
  void require(std::uint64_t bytes, std::string_view what) const;
  /// At most so many of the bytes that come next.
  [[nodiscard]] std::string_view next(std::uint64_t most);

  std::string m_file;
  std::uint64_t m_size;
  std::uint64_t m_limit;
  ReadBytes m_read;
  std::vector<char> m_buffer;
  std::size_t m_begin = 0;  // of what is buffered and not yet read
  std::size_t m_end = 0;
  std::uint64_t m_position = 0;
};

}  // namespace gpuadvisor
