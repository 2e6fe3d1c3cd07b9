#include "formats/line_blocks.hpp"

#include <fmt/format.h>

#include "support/catch2.hpp"
#include "support/text_bytes.hpp"

using namespace gpuadvisor;

namespace {

/// Each line as "number:text"; "number:!" for one that is too long.
std::vector<std::string> lines_of(const std::string& text, std::size_t longest) {
  const ReadBytes read = bytes_of(text);
  LineBlocks blocks(read, longest);
  LineBlock block;
  std::vector<std::string> lines;
  while (blocks.next(block)) {
    std::uint64_t number = block.first_line;
    if (block.is_too_long) {
      lines.push_back(fmt::format("{}:!", number));
      continue;
    }
    std::string_view rest(block.bytes.data(), block.size);
    while (!rest.empty()) {
      const auto line = rest.substr(0, rest.find('\n'));
      lines.push_back(fmt::format("{}:{}", number++, line));
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    }
  }
  return lines;
}

}  // namespace

TEST_CASE("blocks hold whole lines, with their numbers, whatever their size", "[formats]") {
  const std::vector<std::string> wanted = {"1:one", "2:", "3:three", "4:four"};
  for (std::size_t longest = 6; longest < 30; ++longest) CHECK(lines_of("one\n\nthree\nfour", longest) == wanted);
  CHECK(lines_of("one\n\nthree\nfour\n", 6) == wanted);
  CHECK(lines_of("", 6).empty());
}

TEST_CASE("a line that is too long is left out, and the next one is not", "[formats]") {
  CHECK(lines_of("one\n" + std::string(500, 'x') + "\ntwo\n", 8) == std::vector<std::string>{"1:one", "2:!", "3:two"});
  CHECK(lines_of(std::string(500'000, 'x'), 8) == std::vector<std::string>{"1:!"});
}

TEST_CASE("line feeds are counted beyond what a byte holds", "[formats]") {
  CHECK(lines_of(std::string(1000, '\n') + "end", 2000).back() == "1001:end");
}
