#include "line_blocks.hpp"

#include <algorithm>

namespace gpuadvisor {
namespace {

/// Line feeds, counted in bytes as far as these reach: compilers make many of them at a time.
std::uint64_t feeds_in(std::span<const char> text) {
  constexpr std::size_t k_most = 255;
  std::uint64_t feeds = 0;
  for (std::size_t at = 0; at < text.size(); at += k_most) {
    unsigned char some = 0;
    for (const char c : text.subspan(at, std::min(k_most, text.size() - at))) {
      some = static_cast<unsigned char>(some + (c == '\n' ? 1 : 0));
    }
    feeds += some;
  }
  return feeds;
}

}  // namespace

bool LineBlocks::next(LineBlock& block) {
  block.bytes.resize(m_longest + LineBlock::k_room_behind);
  std::copy(m_rest.begin(), m_rest.end(), block.bytes.begin());
  std::size_t filled = m_rest.size();
  m_rest.clear();
  if (!m_is_at_end) {
    const std::size_t wanted = m_longest - filled;
    const std::size_t found = m_read({block.bytes.data() + filled, wanted});
    filled += found;
    m_is_at_end = found < wanted;
  }
  block.first_line = m_line;
  block.size = filled;
  block.is_too_long = false;
  if (filled == 0) return false;
  if (m_is_at_end) return true;
  const auto end = block.bytes.begin() + static_cast<std::ptrdiff_t>(filled);
  const auto last_feed = std::find(std::make_reverse_iterator(end), block.bytes.rend(), '\n').base();
  block.size = static_cast<std::size_t>(last_feed - block.bytes.begin());
  block.is_too_long = block.size == 0;
  if (block.is_too_long) {
    skip_line();
    ++m_line;
  } else {
    m_rest.assign(last_feed, end);
    m_line += feeds_in(block.lines());
  }
  return true;
}

void LineBlocks::skip_line() {
  std::vector<char> buffer(std::size_t{64} << 10U);
  while (!m_is_at_end) {
    const std::size_t found = m_read(buffer);
    m_is_at_end = found < buffer.size();
    const auto end = buffer.begin() + static_cast<std::ptrdiff_t>(found);
    const auto feed = std::find(buffer.begin(), end, '\n');
    if (feed == end) continue;
    m_rest.assign(feed + 1, end);
    return;
  }
}

}  // namespace gpuadvisor
