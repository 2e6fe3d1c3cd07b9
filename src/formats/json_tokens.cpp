#include "json_tokens.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace gpuadvisor {
namespace {

using Kind = JsonToken::Kind;

constexpr std::string_view k_blanks = " \t\r\n";
constexpr std::string_view k_punctuation = "{}[],:";
constexpr std::string_view k_behind_words = " \t\r\n{}[],:";

/// The end of the text that begins at `begin`, behind its closing quote.
std::size_t text_end(std::string_view document, std::size_t begin) {
  std::size_t at = begin + 1;
  while (document[at] != '"') at += document[at] == '\\' ? 2 : 1;
  return at + 1;
}

}  // namespace

std::vector<JsonToken> json_tokens(std::string_view text) {
  std::vector<JsonToken> tokens;
  std::size_t at = text.starts_with(k_byte_order_mark) ? k_byte_order_mark.size() : 0;
  while ((at = text.find_first_not_of(k_blanks, at)) != std::string_view::npos) {
    const char first = text[at];
    Kind kind = Kind::word;
    std::size_t end = std::min(text.find_first_of(k_behind_words, at), text.size());
    if (k_punctuation.find(first) != std::string_view::npos) {
      kind = Kind::punctuation;
      end = at + 1;
    } else if (first == '"') {
      kind = Kind::text;
      end = text_end(text, at);
    } else if (first == '-' || (first >= '0' && first <= '9')) {
      kind = Kind::number;
    }
    tokens.push_back({kind, at, text.substr(at, end - at)});
    at = end;
  }
  return tokens;
}

ListSpans list_spans(std::string_view text, std::size_t member) {
  ListSpans spans;
  std::size_t depth = 0;
  std::size_t members = 0;  // that are complete
  for (const JsonToken& token : json_tokens(text)) {
    if (token.is('}') || token.is(']')) --depth;
    const bool is_in_list = members == member && depth >= 2;
    if (is_in_list && depth == 2 && !token.is(',')) {
      if (!token.is('}') && !token.is(']')) spans.items.push_back({token.begin, 0});
      spans.items.back().end = token.end();
    }
    if (members == member && depth == 1 && token.is('[')) spans.list.begin = token.begin;
    if (members == member && depth == 1 && token.is(']')) spans.list.end = token.end();
    if (depth == 1 && token.is(',')) ++members;
    if (token.is('{') || token.is('[')) ++depth;
  }
  return spans;
}

}  // namespace gpuadvisor
