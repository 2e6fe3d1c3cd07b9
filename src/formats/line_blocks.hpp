#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "byte_source.hpp"

namespace gpuadvisor {

/// Some lines of a stream.
struct LineBlock {
  static constexpr std::size_t k_room_behind = 16;

  std::uint64_t first_line = 1;
  std::size_t size = 0;      // of the lines
  std::vector<char> bytes;   // the lines, and k_room_behind bytes more
  bool is_too_long = false;  // a line longer than a block, which is left out

  [[nodiscard]] std::span<char> lines() { return {bytes.data(), size}; }
};

/// Cuts a stream of lines into blocks of whole lines, each as long as a line may be at most.
class LineBlocks {
 public:
  /// `read` must outlive this.
  LineBlocks(const ReadBytes& read, std::size_t longest) : m_read(read), m_longest(longest) {}

  /// Fills in the next block, whose memory is used again; false at the end.
  bool next(LineBlock& block);

 private:
  /// Drops what is left of a line that is too long.
  void skip_line();

  const ReadBytes& m_read;
  std::size_t m_longest;
  std::vector<char> m_rest;  // of the line that the last block ended in
  std::uint64_t m_line = 1;
  bool m_is_at_end = false;
};

}  // namespace gpuadvisor
