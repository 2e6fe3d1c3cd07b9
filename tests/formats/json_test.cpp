#include "formats/json.hpp"

#include <cfloat>
#include <cmath>

#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Kind = Json::Kind;

Diagnostic problem_of(const std::string& text) {
  try {
    (void)parse_json(text, "file.json");
  } catch (const DataError& error) {
    REQUIRE(error.problems().size() == 1);
    return error.problems().front();
  }
  return {"nothing was refused", -1, "", ""};
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST_CASE("every kind of value is read", "[formats]") {
  struct Case {
    const char* text;
    Kind kind;
    double number;
    const char* string;
  };
  const Case cases[] = {
      {"null", Kind::null, 0, ""},
      {" true ", Kind::boolean, 0, ""},
      {"0", Kind::number, 0, ""},
      {"-3", Kind::number, -3, ""},
      {"2.5", Kind::number, 2.5, ""},
      {"1e3", Kind::number, 1000, ""},
      {"-1.5E-2", Kind::number, -0.015, ""},
      {"9007199254740993", Kind::number, 9007199254740992.0, ""},  // 2^53 + 1 rounds to even
      {"100000000000000000000", Kind::number, 1e20, ""},           // more than 64 bits
      {"1.7976931348623157e308", Kind::number, DBL_MAX, ""},
      {"\"\"", Kind::string, 0, ""},
      {"\"RTX 3090\"", Kind::string, 0, "RTX 3090"},
      {R"("\"\\\/\b\f\n\r\t")", Kind::string, 0, "\"\\/\b\f\n\r\t"},
      {R"("\u00e9\u20ac\ud83d\ude00")", Kind::string, 0, "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
      {"\"\xc3\xa9\"", Kind::string, 0, "\xc3\xa9"},
      {"[]", Kind::array, 0, ""},
      {"{}", Kind::object, 0, ""},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.text) {
      const Json value = parse_json(c.text, "file.json");
      CHECK(value.kind == c.kind);
      CHECK(value.number == c.number);
      CHECK(value.string == c.string);
      CHECK(value.line == 1);
    }
  }
  CHECK(parse_json("true", "file.json").boolean);
  CHECK_FALSE(parse_json("false", "file.json").boolean);
}

TEST_CASE("a string may hold NUL", "[formats]") {
  CHECK(parse_json(R"("a\u0000b")", "file.json").string == std::string("a\0b", 3));
}

TEST_CASE("every value knows its line", "[formats]") {
  const Json root = parse_json(
      "\n"
      "{\n"
      "  \"a\": 1,\r\n"
      "  \"b\": [true,\n"
      "\n"
      "    null, 2.5\n"
      "  ],\n"
      "  \"c\":\n"
      "    {\"d\": \"x\", \"e\": {}\n"
      "    }, \"f\": 7\n"
      "}\n",
      "file.json");
  CHECK(root.line == 2);
  REQUIRE(root.members.size() == 4);
  CHECK(root.find("a")->line == 3);
  CHECK(root.find("b")->line == 4);
  CHECK(root.find("b")->items.at(0).line == 4);
  CHECK(root.find("b")->items.at(1).line == 6);
  CHECK(root.find("b")->items.at(2).line == 6);
  CHECK(root.find("c")->line == 9);
  CHECK(root.find("c")->find("d")->line == 9);
  CHECK(root.find("c")->find("e")->line == 9);
  CHECK(root.find("f")->line == 10);
}

TEST_CASE("members keep the order of the file and are found by key", "[formats]") {
  const Json root = parse_json(R"({"z": 1, "a": 2, "": 3})", "file.json");
  REQUIRE(root.members.size() == 3);
  CHECK(root.members[0].key == "z");
  CHECK(root.members[1].key == "a");
  CHECK(root.members[2].key.empty());
  CHECK(root.find("a")->number == 2);
  CHECK(root.find("") == &root.members[2].value);
  CHECK(root.find("b") == nullptr);
  CHECK(parse_json("[1]", "file.json").find("a") == nullptr);
}

TEST_CASE("what we refuse ourselves is said in one line", "[formats]") {
  struct Case {
    const char* name;
    std::string text;
    int line;
    const char* message;
  };
  const Case cases[] = {
      {"empty", "", 0, "expected a JSON document, found nothing"},
      {"blank", " \t\r\n\n", 0, "expected a JSON document, found nothing"},
      {"duplicate key", "{\"a\": 1,\n\"b\": 2,\n\"a\": 3}", 3, "duplicate key \"a\""},
      {"duplicate key, written differently", R"({"a": 1, "\u0061": 1})", 1, "duplicate key \"a\""},
      {"duplicate key in an inner object", "{\"a\": {\"b\": 1,\n\"b\": 1}}", 2, "duplicate key \"b\""},
      {"duplicate empty key", R"({"": 1, "": 1})", 1, "duplicate key \"\""},
      {"duplicate key with a control character", R"({"\u001b": 1, "\u001b": 1})", 1, "duplicate key \"\\x1b\""},
      {"65 deep", nested(65), 1, "nested deeper than 64"},
      {"65 deep in lines", "\n" + nested(65), 2, "nested deeper than 64"},
      {"100,000 deep", nested(100000), 1, "nested deeper than 64"},
      {"100,000 deep and not closed", std::string(100000, '['), 1, "nested deeper than 64"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const Diagnostic problem = problem_of(c.text);
      CHECK(problem.file == "file.json");
      CHECK(problem.line == c.line);
      CHECK(problem.pointer.empty());
      CHECK(problem.message == c.message);
    }
  }
}

TEST_CASE("the same key in sibling objects is no duplicate", "[formats]") {
  CHECK(parse_json(R"([{"a": 1}, {"a": {"a": 2}}])", "file.json").items.size() == 2);
}

TEST_CASE("64 levels of nesting are accepted, of arrays and of objects", "[formats]") {
  CHECK(parse_json(nested(64), "file.json").items.size() == 1);
  std::string objects;
  for (int i = 0; i < 64; ++i) objects += "{\"a\": ";
  CHECK(parse_json(objects + "1" + std::string(64, '}'), "file.json").members.size() == 1);
}

// The rest of the message is the parser's, which differs between its versions.
TEST_CASE("text that is not JSON is refused with its line", "[formats]") {
  struct Case {
    const char* name;
    std::string text;
    int line;
  };
  const Case cases[] = {
      {"truncated array", "{\"a\": [1,\n2", 2},
      {"truncated object", "{\n\"a\": 1", 2},
      {"truncated after a key", "{\"a\"", 1},
      {"truncated string", "[\n\n\"abc", 3},
      {"truncated word", "tru", 1},
      {"truncated escape", R"("\u00)", 1},
      {"trailing value", "{} {}", 1},
      {"trailing garbage", "[1]\nx", 2},
      {"trailing NUL", std::string("1\0", 2), 1},
      {"more after a NUL", std::string("[1]\n\0{]", 7), 2},
      {"trailing comma", "[1,\n]", 2},
      {"comment", "// no\n1", 1},
      {"single quotes", "{'a': 1}", 1},
      {"bare key", "{a: 1}", 1},
      {"key that is no string", "{1: 1}", 1},
      {"missing colon", R"({"a" 1})", 1},
      {"closing bracket only", "]", 1},
      {"wrong closing bracket", "[1}", 1},
      {"NaN", "NaN", 1},
      {"nan", "[nan]", 1},
      {"Infinity", "Infinity", 1},
      {"beyond double", "[1,\n1e999]", 2},
      {"beyond double, negative", "-1e999", 1},
      {"leading zero", "01", 1},
      {"leading plus", "+1", 1},
      {"no digit after the point", "1.", 1},
      {"hexadecimal", "0x10", 1},
      {"line feed in a string", "\"a\nb\"", 1},
      {"escape character in a string", "\"\x1b\"", 1},
      {"unknown escape", R"("\x41")", 1},
      {"byte that never occurs in UTF-8", "\"\xff\"", 1},
      {"truncated UTF-8", "\"\xe2\x82\"", 1},
      {"overlong UTF-8", "\"\xc0\xaf\"", 1},
      {"surrogate in UTF-8", "\"\xed\xa0\x80\"", 1},
      {"beyond U+10FFFF", "\"\xf4\x90\x80\x80\"", 1},
      {"invalid UTF-8 in a key", "{\"\xff\": 1}", 1},
      {"half of a surrogate pair", R"("\ud800")", 1},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const Diagnostic problem = problem_of(c.text);
      CHECK(problem.file == "file.json");
      CHECK(problem.line == c.line);
      CHECK(problem.pointer.empty());
      CHECK(problem.message.substr(0, 16) == "not valid JSON: ");
      CHECK(problem.message.find("json.exception") == std::string::npos);
      CHECK(problem.message.find('\x1b') == std::string::npos);
    }
  }
}

TEST_CASE("a message about a long token is short", "[formats]") {
  const Diagnostic problem = problem_of("\"" + std::string(1000000, 'a'));
  CHECK(problem.message.size() < 250);
}

TEST_CASE("numbers too small for double are zero", "[formats]") {
  CHECK(parse_json("1e-999", "file.json").number == 0);
}

TEST_CASE("a document of 8 MiB is accepted and one byte more is not", "[formats]") {
  std::string text(k_max_json_bytes, ' ');
  text.front() = '7';
  CHECK(parse_json(text, "file.json").number == 7);
  text += ' ';
  const Diagnostic problem = problem_of(text);
  CHECK(problem.line == 0);
  CHECK(problem.message == "larger than 8 MiB");
}

TEST_CASE("200,000 values are accepted and one more is not", "[formats]") {
  std::string text = "[0";
  for (int i = 0; i < 199998; ++i) text += ",0";  // with the array itself 200,000
  CHECK(parse_json(text + "]", "file.json").items.size() == 199999);
  CHECK(problem_of(text + "\n,0]").message == "more than 200000 values");
  CHECK(problem_of(text + "\n,[]]").message == "more than 200000 values");
}

TEST_CASE("json_quoted escapes what JSON or a terminal would misread", "[formats]") {
  struct Case {
    const char* name;
    std::string text;
    const char* expected;
  };
  const Case cases[] = {
      {"plain", "RTX 3090", R"("RTX 3090")"},
      {"empty", "", R"("")"},
      {"quote and backslash", "\"\\", R"("\"\\")"},
      {"slash stays", "a/b", R"("a/b")"},
      {"line feed and tab", "a\nb\tc", R"("a\nb\tc")"},
      {"carriage return", "\r", R"("\u000d")"},
      {"NUL", std::string(1, '\0'), R"("\u0000")"},
      {"escape", "\x1b[0m", R"("\u001b[0m")"},
      {"delete", "\x7f", R"("\u007f")"},
      {"text beyond ASCII stays", "\xe2\x82\xac", "\"\xe2\x82\xac\""},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      CHECK(json_quoted(c.text) == c.expected);
      CHECK(parse_json(json_quoted(c.text), "file.json").string == c.text);
    }
  }
}

TEST_CASE("json_number writes the shortest digits", "[formats]") {
  struct Case {
    double value;
    const char* expected;
  };
  const Case cases[] = {
      {499, "499"},      {499.5, "499.5"},
      {0.1, "0.1"},      {0.001, "0.001"},
      {53.79, "53.79"},  {-3, "-3"},
      {0.0, "0"},        {-0.0, "0"},
      {1e7, "10000000"}, {9007199254740992.0, "9007199254740992"},  // 2^53
      {1e21, "1e+21"},   {1.5e-9, "1.5e-09"},  // leading zeros of an exponent are JSON (RFC 8259, section 6)
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.expected) { CHECK(json_number(c.value) == c.expected); }
  }
}

TEST_CASE("json_number reads back as the same double", "[formats]") {
  const double values[] = {1.0 / 3, 0.1 + 0.2, 1e21, 1e-7, 5e-324, DBL_MIN, DBL_MAX, -DBL_MAX, std::nextafter(1.0, 2)};
  for (const double value : values) {
    DYNAMIC_SECTION(json_number(value)) { CHECK(parse_json(json_number(value), "file.json").number == value); }
  }
}

TEST_CASE("description says what was found", "[formats]") {
  struct Case {
    std::string json;
    std::string expected;
  };
  const Case cases[] = {
      {"null", "null"},
      {"true", "true"},
      {"false", "false"},
      {"-3", "-3"},
      {"80.0", "80"},
      {"\"80 GB\"", "\"80 GB\""},
      {R"("a\u001b[2J")", "\"a\\x1b[2J\""},
      {"[]", "an empty array"},
      {"[1]", "an array"},
      {"{}", "an object"},
      {R"({"a": 1})", "an object"},
      {"\"" + std::string(300, 'a') + "\"", "\"" + std::string(200, 'a') + "...\""},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.json) { CHECK(description(parse_json(c.json, "file.json")) == c.expected); }
  }
}

TEST_CASE("values know the line and the column where they begin, in characters", "[formats]") {
  const Json document =
      parse_json("{\n  \"a\": [1,  -2.5,\"\xc3\xa9\", {\"b\" : null}],\n\"c\":true, \"d\": []\n}", "f");
  const Json& list = *document.find("a");
  struct Case {
    const Json* value;
    int line;
    int column;
  };
  const Case cases[] = {
      {&document, 1, 1},
      {&list, 2, 8},
      {&list.items[0], 2, 9},
      {&list.items[1], 2, 13},
      {&list.items[2], 2, 18},
      {&list.items[3], 2, 23},
      {list.items[3].find("b"), 2, 30},
      {document.find("c"), 3, 5},
      {document.find("d"), 3, 16},
  };
  for (const auto& c : cases) {
    CHECK(c.value->line == c.line);
    CHECK(c.value->column == c.column);
  }
}

TEST_CASE("a syntax error knows the column of the character that is wrong", "[formats]") {
  const Diagnostic problem = problem_of("{\n  \"a\": ?\n}");
  CHECK(problem.line == 2);
  CHECK(problem.column == 8);
}

}  // namespace
}  // namespace gpuadvisor
