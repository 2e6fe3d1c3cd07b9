#include "formats/json_tokens.hpp"

#include <string>

#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Kind = JsonToken::Kind;

TEST_CASE("tokens are what is written, without blanks", "[formats]") {
  struct Expected {
    Kind kind;
    std::size_t begin;
    std::string_view written;
  };
  const std::string text = " {\"a\\\"]\": [-1.50e3,true ],\r\n\t\"\\\\\":null}\n";
  const Expected expected[] = {
      {Kind::punctuation, 1, "{"},  {Kind::text, 2, "\"a\\\"]\""}, {Kind::punctuation, 8, ":"},
      {Kind::punctuation, 10, "["}, {Kind::number, 11, "-1.50e3"}, {Kind::punctuation, 18, ","},
      {Kind::word, 19, "true"},     {Kind::punctuation, 24, "]"},  {Kind::punctuation, 25, ","},
      {Kind::text, 29, "\"\\\\\""}, {Kind::punctuation, 33, ":"},  {Kind::word, 34, "null"},
      {Kind::punctuation, 38, "}"},
  };
  const auto tokens = json_tokens(text);
  REQUIRE(tokens.size() == std::size(expected));
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    CAPTURE(i);
    CHECK(tokens[i].kind == expected[i].kind);
    CHECK(tokens[i].begin == expected[i].begin);
    CHECK(tokens[i].written == expected[i].written);
  }
}

TEST_CASE("a document can be one number, or have a mark of its byte order", "[formats]") {
  REQUIRE(json_tokens("7").size() == 1);
  CHECK(json_tokens("7").front().written == "7");
  const auto marked = json_tokens("\xef\xbb\xbf{}");
  REQUIRE(marked.size() == 2);
  CHECK(marked.front().begin == 3);
}

TEST_CASE("a list of a document is found with its items", "[formats]") {
  const std::string text = R"({"x": {"prices": [9, 9]}, "n": 3, "prices": [ {"a": [1, 2]},[], "]", -5 ]})";
  const auto written = [&](const TextSpan& span) { return text.substr(span.begin, span.end - span.begin); };
  const ListSpans spans = list_spans(text, 2);
  CHECK(written(spans.list) == R"([ {"a": [1, 2]},[], "]", -5 ])");
  REQUIRE(spans.items.size() == 4);
  CHECK(written(spans.items[0]) == R"({"a": [1, 2]})");
  CHECK(written(spans.items[1]) == "[]");
  CHECK(written(spans.items[2]) == R"("]")");
  CHECK(written(spans.items[3]) == "-5");
}

TEST_CASE("an empty list has no items", "[formats]") {
  const ListSpans spans = list_spans(R"({"prices": [ ]})", 0);
  CHECK(spans.list.begin == 11);
  CHECK(spans.list.end == 14);
  CHECK(spans.items.empty());
}

}  // namespace
}  // namespace gpuadvisor
