#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpuadvisor::cli {

/// A command line up to the cursor, as shells split it: quotes and backslashes are taken off.
struct TypedLine {
  std::vector<std::string> words;  // whole ones
  std::string current;             // at the cursor; empty: a new one
  char quote = '\0';               // that is open at the cursor: ' or "
};

/// Of the rules that bash, zsh and fish share. What they would replace (variables, commands) stays as it is typed.
[[nodiscard]] TypedLine typed_line(std::string_view line);

/// `text` as bash reads it at the cursor of a line, inside an open quote or outside of any.
[[nodiscard]] std::string quoted(std::string_view text, char open_quote);

}  // namespace gpuadvisor::cli
