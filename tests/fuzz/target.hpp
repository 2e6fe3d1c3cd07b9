#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/error.hpp"

/// One input. libFuzzer calls it with what it makes up, replay_main.cpp with the inputs that are kept; it returns 0.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace gpuadvisor {

/// Ends the process with the property that does not hold, so that the input counts as a finding.
inline void require(bool holds, std::string_view property, std::string_view about = {}) {
  if (holds) return;
  (void)std::fprintf(stderr, "does not hold: %.*s\n%s\n", static_cast<int>(property.size()), property.data(),
                     printable(about).c_str());
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
}

/// The first byte, which chooses what the rest is read as, of so many kinds; letters are easy to write by hand.
inline std::size_t chosen(std::string_view& input, std::size_t kinds) {
  const std::size_t choice = input.empty() ? 0 : static_cast<unsigned char>(input.front());
  if (!input.empty()) input.remove_prefix(1);
  return (choice + kinds * 'a' - 'a') % kinds;  // 'a' is the first
}

/// Lines of text that a terminal may get: no control characters, and nothing that is no UTF-8.
inline void require_printable(std::string_view lines, std::string_view what) {
  while (!lines.empty()) {
    const auto line = lines.substr(0, lines.find('\n'));
    require(!has_control_character(line), what, line);
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
  }
}

inline std::size_t line_count(std::string_view text) {
  std::size_t lines = 1;
  for (const char c : text) lines += c == '\n' ? 1 : 0;
  return lines;
}

/// That each problem names the file that was read and a place in it, and says something that may be shown.
inline void require_located(const DataError& error, std::string_view file, std::string_view text) {
  require(!error.problems().empty(), "refused data has a problem");
  const auto lines = line_count(text);
  for (const Diagnostic& problem : error.problems()) {
    require(problem.file == file, "a problem names its file", problem.text());
    require(problem.line >= 0 && static_cast<std::size_t>(problem.line) <= lines, "a problem's line is in the file",
            problem.text());
    require(problem.column >= 0, "a problem's column is none or one of its line", problem.text());
    require(!problem.message.empty(), "a problem has words", problem.text());
    require(problem.message.size() < 4000, "a problem is short", problem.text());
  }
  require_printable(error.what(), "a message is printable");
}

inline void require_json(const std::string& text, std::string_view what) {
  try {
    (void)parse_json(text, "output");
  } catch (const DataError& error) {
    require(false, what, error.what());
  }
}

}  // namespace gpuadvisor
