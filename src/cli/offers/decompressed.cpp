#include "decompressed.hpp"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::size_t k_buffer = std::size_t{64} << 10U;
constexpr std::uint64_t k_always_allowed = std::uint64_t{64} << 20U;
constexpr std::uint64_t k_most_growth = 200;  // texts of prices become 10 to 40 times as long
constexpr int k_window_log = 25;              // 32 MiB

/// An input that is read piece by piece, and how far it is.
class Input {
 public:
  Input(std::string file, ReadBytes read) : m_file(std::move(file)), m_read(std::move(read)), m_buffer(k_buffer) {
    refill();
  }

  [[nodiscard]] std::span<char> rest() { return {m_buffer.data() + m_at, m_end - m_at}; }
  void use(std::size_t bytes) {
    m_at += bytes;
    m_used += bytes;
  }
  /// False at the end.
  bool has_more() {
    if (m_at == m_end) refill();
    return m_at < m_end;
  }
  void count_output(std::size_t bytes) {
    m_made += bytes;
    if (m_made > k_always_allowed && m_made / k_most_growth > m_used) {
      fail(fmt::format("becomes more than {} times as long when it is decompressed", k_most_growth));
    }
  }
  [[noreturn]] void fail(std::string message) const { throw DataError({{m_file, 0, "", std::move(message)}}); }
  /// As it is.
  std::size_t copy(std::span<char> room) {
    std::size_t filled = 0;
    while (filled < room.size() && has_more()) {
      const std::size_t bytes = std::min(room.size() - filled, rest().size());
      std::copy_n(rest().begin(), bytes, room.begin() + static_cast<std::ptrdiff_t>(filled));
      use(bytes);
      filled += bytes;
    }
    return filled;
  }

 private:
  void refill() {
    m_at = 0;
    m_end = m_read(m_buffer);
  }

  std::string m_file;
  ReadBytes m_read;
  std::vector<char> m_buffer;
  std::size_t m_at = 0;
  std::size_t m_end = 0;
  std::uint64_t m_used = 0;
  std::uint64_t m_made = 0;
};

/// Decompresses gzip.
class Gzip {
 public:
  explicit Gzip(const Input& input) {
    constexpr int k_gzip_only = 16;
    if (inflateInit2(&m_state, MAX_WBITS + k_gzip_only) != Z_OK) input.fail("out of memory for decompressing");
  }
  ~Gzip() { inflateEnd(&m_state); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  std::size_t read(Input& input, std::span<char> room) {
    m_state.next_out = reinterpret_cast<Bytef*>(room.data());
    m_state.avail_out = static_cast<uInt>(room.size());
    while (m_state.avail_out > 0) {
      if (!input.has_more()) {
        if (!m_is_between) input.fail("gzip: the file is cut off");
        break;
      }
      if (m_is_between) inflateReset(&m_state);
      m_is_between = false;
      const auto rest = input.rest();
      m_state.next_in = reinterpret_cast<Bytef*>(rest.data());
      m_state.avail_in = static_cast<uInt>(rest.size());
      const uInt before = m_state.avail_out;
      const int result = inflate(&m_state, Z_NO_FLUSH);
      if (result != Z_OK && result != Z_STREAM_END) input.fail("gzip: the file is damaged");
      input.use(rest.size() - m_state.avail_in);
      input.count_output(before - m_state.avail_out);
      m_is_between = result == Z_STREAM_END;
    }
    return room.size() - m_state.avail_out;
  }

 private:
  z_stream m_state{};
  bool m_is_between = false;  // behind one file, before the next
};

/// Decompresses Zstandard.
class Zstd {
 public:
  explicit Zstd(const Input& input) : m_state(ZSTD_createDStream(), ZSTD_freeDStream) {
    if (!m_state) input.fail("out of memory for decompressing");
    ZSTD_DCtx_setParameter(m_state.get(), ZSTD_d_windowLogMax, k_window_log);
  }

  std::size_t read(Input& input, std::span<char> room) {
    ZSTD_outBuffer out{room.data(), room.size(), 0};
    while (out.pos < out.size) {
      if (!input.has_more() && m_wanted == 0) break;
      const auto rest = input.rest();
      ZSTD_inBuffer in{rest.data(), rest.size(), 0};
      const std::size_t before = out.pos;
      m_wanted = ZSTD_decompressStream(m_state.get(), &out, &in);
      if (ZSTD_isError(m_wanted) != 0) input.fail(fmt::format("zstd: {}", ZSTD_getErrorName(m_wanted)));
      if (rest.empty() && out.pos == before) input.fail("zstd: the file is cut off");
      input.use(in.pos);
      input.count_output(out.pos - before);
    }
    return out.pos;
  }

 private:
  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> m_state;
  std::size_t m_wanted = 0;  // 0: behind one frame, before the next
};

template <class Format>
ReadBytes reader(std::shared_ptr<Input> input) {
  auto format = std::make_shared<Format>(*input);
  return [input = std::move(input), format = std::move(format)](std::span<char> room) {
    return format->read(*input, room);
  };
}

}  // namespace

ReadBytes decompressed(const std::string& file, ReadBytes read) {
  auto input = std::make_shared<Input>(file, std::move(read));
  const auto rest = input->rest();
  const std::string_view start(rest.data(), rest.size());
  if (start.starts_with("\x1f\x8b")) return reader<Gzip>(std::move(input));
  if (start.starts_with("\x28\xb5\x2f\xfd")) return reader<Zstd>(std::move(input));
  return [input = std::move(input)](std::span<char> room) { return input->copy(room); };
}

}  // namespace gpuadvisor::cli
