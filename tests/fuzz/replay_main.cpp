/// Runs a fuzz target on the kept inputs, without libFuzzer: those of each pack (pack.py), and each other file as one.

#include <charconv>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "target.hpp"

namespace {

std::optional<std::string> content(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) return std::nullopt;
  return bytes;
}

void replay(std::string_view name, std::string_view input) {
  (void)std::fprintf(stderr, "%.*s\n", static_cast<int>(name.size()), name.data());  // the last is where a failure was
  // A buffer of just that size, so that reading behind it is seen.
  const std::vector<std::uint8_t> bytes(input.begin(), input.end());
  (void)LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

/// The number of inputs of a pack, which are "NAME LENGTH", a new line, so many bytes and a new line each; nothing
/// where it is broken.
std::optional<std::size_t> replay_pack(std::string_view pack) {
  std::size_t count = 0;
  for (; !pack.empty(); ++count) {
    const auto end = pack.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const auto heading = pack.substr(0, end);
    pack.remove_prefix(end + 1);
    const auto digits = heading.substr(heading.rfind(' ') + 1);
    std::size_t length = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), length);
    if (read.ec != std::errc{} || length >= pack.size() || pack[length] != '\n') return std::nullopt;
    replay(heading, pack.substr(0, length));
    pack.remove_prefix(length + 1);
  }
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t count = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string_view path = argv[i];
    const auto bytes = content(argv[i]);
    if (bytes && path.ends_with(".pack")) {
      const auto inputs = replay_pack(*bytes);
      if (!inputs) {
        (void)std::fprintf(stderr, "%s: is no pack\n", argv[i]);
        return 1;
      }
      count += *inputs;
    } else if (bytes) {
      replay(path, *bytes);
      ++count;
    } else {
      (void)std::fprintf(stderr, "%s: cannot be read\n", argv[i]);
      return 1;
    }
  }
  (void)std::printf("%zu inputs\n", count);
  return count > 0 ? 0 : 1;  // an empty corpus tests nothing
}
