#include "typed_line.hpp"

#include <utility>

namespace gpuadvisor::cli {
namespace {

constexpr std::string_view k_blanks = " \t\n";
constexpr std::string_view k_special_in_double_quotes = "\"\\$`";
constexpr std::string_view k_special = " \t\"'\\$`&|;<>()*?[]{}~#!";

bool has(std::string_view characters, char c) { return characters.find(c) != std::string_view::npos; }

}  // namespace

TypedLine typed_line(std::string_view line) {
  TypedLine typed;
  bool is_in_word = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool is_last = i + 1 == line.size();
    if (c == typed.quote) {
      typed.quote = '\0';
    } else if (typed.quote == '\'') {
      typed.current += c;
    } else if (c == '\\' && !is_last && (typed.quote == '\0' || has(k_special_in_double_quotes, line[i + 1]))) {
      typed.current += line[++i];
    } else if (typed.quote == '"' || !has(k_blanks, c)) {
      if (typed.quote == '\0' && (c == '"' || c == '\'')) {
        typed.quote = c;
      } else if (c != '\\' || !is_last) {
        typed.current += c;
      }
    } else {
      if (is_in_word) typed.words.push_back(std::exchange(typed.current, {}));
      is_in_word = false;
      continue;
    }
    is_in_word = true;
  }
  return typed;
}

std::string quoted(std::string_view text, char open_quote) {
  std::string found;
  for (const char c : text) {
    if (open_quote == '\'' && c == '\'') {
      found += "'\\''";
      continue;
    }
    const bool is_special = open_quote == '"'    ? has(k_special_in_double_quotes, c)
                            : open_quote == '\'' ? false
                                                 : has(k_special, c);
    if (is_special) found += '\\';
    found += c;
  }
  return found;
}

}  // namespace gpuadvisor::cli
