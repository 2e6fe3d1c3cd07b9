#include "text_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <vector>

#include "core/text.hpp"

namespace gpuadvisor {
namespace {

using Lines = std::vector<std::string_view>;  // each with its end, which the last may lack

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

std::string marked(char mark, std::span<const std::string_view> lines) {
  std::string text;
  for (const auto line : lines) {
    text += mark;
    text += line;
    if (!line.ends_with('\n')) text += "\n\\ No newline at end of file\n";
  }
  return text;
}

/// `12,7`: the first line from 1, and how many; of none, the line before them.
std::string range(std::size_t begin, std::size_t count) {
  return fmt::format("{},{}", count == 0 ? begin : begin + 1, count);
}

}  // namespace

std::string unified_diff(std::string_view file, std::string_view before, std::string_view after) {
  constexpr std::size_t k_around = 3;
  const Lines old_lines = lines_of(before);
  const Lines new_lines = lines_of(after);
  const auto head = std::mismatch(old_lines.begin(), old_lines.end(), new_lines.begin(), new_lines.end());
  const auto same_before = static_cast<std::size_t>(head.first - old_lines.begin());
  const auto tail = std::mismatch(old_lines.rbegin(), std::make_reverse_iterator(head.first), new_lines.rbegin(),
                                  std::make_reverse_iterator(head.second));
  const auto same_behind = static_cast<std::size_t>(tail.first - old_lines.rbegin());

  const std::size_t lead = std::min(same_before, k_around);
  const std::size_t trail = std::min(same_behind, k_around);
  const std::size_t begin = same_before - lead;
  const std::size_t removed = old_lines.size() - same_before - same_behind;
  const std::size_t added = new_lines.size() - same_before - same_behind;
  const std::span<const std::string_view> old_all(old_lines);
  const std::span<const std::string_view> new_all(new_lines);
  return fmt::format("--- {}\n+++ {}\n@@ -{} +{} @@\n", before.empty() ? "/dev/null" : printable(file), printable(file),
                     range(begin, lead + removed + trail), range(begin, lead + added + trail)) +
         marked(' ', old_all.subspan(begin, lead)) + marked('-', old_all.subspan(same_before, removed)) +
         marked('+', new_all.subspan(same_before, added)) +
         marked(' ', old_all.subspan(old_lines.size() - same_behind, trail));
}

}  // namespace gpuadvisor
