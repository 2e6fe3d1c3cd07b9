#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace gpuadvisor {

/// A token of a JSON document as it is written, for changing a document without writing all of it anew.
struct JsonToken {
  enum class Kind : unsigned char { punctuation, text, number, word };  // one of {}[],: / "…" / true, false, null

  Kind kind;
  std::size_t begin;  // in bytes
  std::string_view written;

  [[nodiscard]] std::size_t end() const { return begin + written.size(); }
  [[nodiscard]] bool is(char punctuation) const { return kind == Kind::punctuation && written.front() == punctuation; }
};

/// The tokens of a document, which they view; blanks are left out. Requires one that parse_json accepts.
[[nodiscard]] std::vector<JsonToken> json_tokens(std::string_view text);

/// Where something stands in a text: from its first byte to behind its last.
struct TextSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// A list and its items.
struct ListSpans {
  TextSpan list;
  std::vector<TextSpan> items;
};

/// Where the list stands that is the value of the `member`-th member of a document, from 0. Requires a document that
/// parse_json accepts, an object with so many members, and a list.
[[nodiscard]] ListSpans list_spans(std::string_view text, std::size_t member);

}  // namespace gpuadvisor
