#include "core/text.hpp"

#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Strings = std::vector<std::string>;

TEST_CASE("lower_case changes ASCII letters only", "[core]") {
  CHECK(lower_case("NVIDIA GeForce RTX 3090 Ti") == "nvidia geforce rtx 3090 ti");
  CHECK(lower_case("@AZ[`az{") == "@az[`az{");  // the neighbours of the letters
  CHECK(lower_case("\xc3\x84") == "\xc3\x84");  // U+00C4, Ä
  CHECK(lower_case("").empty());
}

TEST_CASE("Thousands are set apart by commas", "[core]") {
  CHECK(with_commas("999") == "999");
  CHECK(with_commas("1000") == "1,000");
  CHECK(with_commas("1234567.25") == "1,234,567.25");
  CHECK(in_thousands(850) == "850");
  CHECK(in_thousands(1300) == "1,300");
  CHECK(in_thousands(999.999) == "1,000");  // the hundredth is the least there is
  CHECK(in_thousands(1234.5) == "1,234.50");
}

TEST_CASE("printable shows every control character as hexadecimal", "[core]") {
  struct Case {
    const char* name;
    std::string text;
    std::string expected;
  };
  const Case cases[] = {
      {"plain text", "RTX 3090", "RTX 3090"},
      {"nothing", "", ""},
      {"escape sequence", "\x1b[31mred", "\\x1b[31mred"},
      {"line feed, tab and return", "a\nb\tc\r", "a\\x0ab\\x09c\\x0d"},
      {"NUL", std::string("a\0b", 3), "a\\x00b"},
      {"first and last of C0", std::string("\x01 \x1f"), "\\x01 \\x1f"},
      {"space and tilde, either side of what is escaped", " ~", " ~"},
      {"delete", "\x7f", "\\x7f"},
      {"first C1, U+0080", "\xc2\x80", "\\xc2\\x80"},
      {"control sequence introducer, U+009B", "a\xc2\x9b[31m", "a\\xc2\\x9b[31m"},
      {"last C1, U+009F", "\xc2\x9f", "\\xc2\\x9f"},
      {"U+00A0 is no control character", "\xc2\xa0", "\xc2\xa0"},
      {"letters beyond ASCII", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
      {"half of a C1 at the end", "a\xc2", "a\\xc2"},
      {"a byte that is no UTF-8, read as C1 by 8-bit terminals", "a\x9b[31m", "a\\x9b[31m"},
      {"overlong escape character", "\xe0\x80\x9b", "\\xe0\\x80\\x9b"},
      {"surrogate", "\xed\xa0\x80", "\\xed\\xa0\\x80"},
      {"beyond U+10FFFF", "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},
      {"right-to-left override",
       "a\xe2\x80\xae"
       "b",
       "a\\xe2\\x80\\xae"
       "b"},
      {"zero-width space and joiner, U+200B and U+200D", "\xe2\x80\x8b\xe2\x80\x8d", "\\xe2\\x80\\x8b\\xe2\\x80\\x8d"},
      {"left-to-right mark, U+200E", "\xe2\x80\x8e", "\\xe2\\x80\\x8e"},
      {"hyphen next to them, U+2010", "\xe2\x80\x90", "\xe2\x80\x90"},
      {"line separator, U+2028", "\xe2\x80\xa8", "\\xe2\\x80\\xa8"},
      {"narrow blank next to the overrides, U+202F", "\xe2\x80\xaf", "\xe2\x80\xaf"},
      {"byte order mark, U+FEFF", "\xef\xbb\xbf", "\\xef\\xbb\\xbf"},
      {"soft hyphen, U+00AD", "\xc2\xad", "\\xc2\\xad"},
      {"tag, U+E0041", "\xf3\xa0\x81\x81", "\\xf3\\xa0\\x81\\x81"},
      {"overlong and truncated UTF-8", "\xc0\xaf\xe2\x82", "\\xc0\\xaf\\xe2\\x82"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      CHECK(printable(c.text) == c.expected);
      CHECK(has_control_character(c.text) == (c.text != c.expected));
      CHECK_FALSE(has_control_character(printable(c.text)));
    }
  }
}

TEST_CASE("printable cuts long text after 200 bytes, between characters", "[core]") {
  const std::string euro = "\xe2\x82\xac";  // three bytes
  const auto repeated = [](const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  };
  struct Case {
    const char* name;
    std::string text;
    std::string expected;
  };
  const Case cases[] = {
      {"exactly 200 bytes stay", std::string(200, 'a'), std::string(200, 'a')},
      {"one byte over is cut", std::string(201, 'a'), std::string(200, 'a') + "..."},
      {"a megabyte is cut", std::string(1000000, 'a'), std::string(200, 'a') + "..."},
      // 66 of three bytes are 198; the next one covers the limit and is kept whole.
      {"a character on the limit is kept whole", repeated(euro, 100), repeated(euro, 67) + "..."},
      {"a character that ends the text is kept whole", repeated(euro, 67), repeated(euro, 67)},
      // Four bytes for each escape: 50 of them are 200.
      {"escapes count as shown", std::string(51, '\x1b'), repeated("\\x1b", 50) + "..."},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) { CHECK(printable(c.text) == c.expected); }
  }
}

TEST_CASE("split gives the pieces without surrounding blanks", "[core]") {
  struct Case {
    const char* text;
    std::vector<std::string_view> expected;
  };
  const Case cases[] = {
      {"", {""}},
      {"a", {"a"}},
      {"a,b", {"a", "b"}},
      {" a , \tb\t", {"a", "b"}},
      {"a b,c d", {"a b", "c d"}},
      {",", {"", ""}},
      {"a,,b", {"a", "", "b"}},
      {"a,", {"a", ""}},
      {" , a", {"", "a"}},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION('"' << c.text << '"') { CHECK(split(c.text, ',') == c.expected); }
  }
  CHECK(split("memory=24;price", ';') == std::vector<std::string_view>{"memory=24", "price"});
}

TEST_CASE("enumeration joins with commas and one last word", "[core]") {
  CHECK(enumeration(Strings{}).empty());
  CHECK(enumeration(Strings{"a"}) == "a");
  CHECK(enumeration(Strings{"a", "b"}) == "a and b");
  CHECK(enumeration(Strings{"a", "b", "c"}) == "a, b and c");
  CHECK(enumeration(Strings{"a", "b", "c", "d"}, "or") == "a, b, c or d");
}

TEST_CASE("edit_distance counts insertions, deletions, substitutions and swaps", "[core]") {
  struct Case {
    const char* a;
    const char* b;
    std::size_t expected;
  };
  const Case cases[] = {
      {"", "", 0},
      {"abc", "abc", 0},
      {"", "abc", 3},
      {"abc", "abcd", 1},
      {"abc", "bc", 1},
      {"abc", "aXc", 1},
      {"abc", "acb", 1},
      {"turing", "turnig", 1},
      {"abcd", "badc", 2},
      {"ca", "abc", 3},           // a pair that was swapped is not edited again
      {"ab", "ba", 1},            // a transposition is one
      {"kitten", "sitting", 3},   // k-s, e-i, +g
      {"saturday", "sunday", 3},  // -a, -t, r-n
      {"flaw", "lawn", 2},        // -f, +n
      {"abc", "xyz", 3},
      {"A", "a", 1},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION('"' << c.a << "\" and \"" << c.b << '"') {
      CHECK(edit_distance(c.a, c.b) == c.expected);
      CHECK(edit_distance(c.b, c.a) == c.expected);
    }
  }
}

TEST_CASE("nearest finds the word that was probably meant", "[core]") {
  const std::vector<std::string_view> known = {"cnn", "rnn", "transformer", "general"};
  struct Case {
    const char* name;
    std::string word;
    std::optional<std::string_view> expected;
  };
  const Case cases[] = {
      {"a letter forgotten", "transfomer", "transformer"},
      {"case does not count", "TRANSFORMER", "transformer"},
      {"three slips in eleven letters", "trbnsfbrmeb", "transformer"},
      {"four slips are too many", "trbnsfbrbeb", std::nullopt},
      {"one slip is allowed in the shortest word", "cn", "cnn"},
      {"two slips in a short word are too many", "cxx", std::nullopt},
      {"the first of equals", "xnn", "cnn"},
      {"another word altogether", "diffusion", std::nullopt},
      {"nothing", "", std::nullopt},
      {"far too long", std::string(100000, 'a'), std::nullopt},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) { CHECK(nearest(c.word, known) == c.expected); }
  }
  CHECK_FALSE(nearest("cnn", {}).has_value());
}

TEST_CASE("did_you_mean is a hint to append, or nothing", "[core]") {
  const std::vector<std::string_view> known = {"cnn", "transformer"};
  CHECK(did_you_mean("transfomer", known) == ", did you mean \"transformer\"?");
  CHECK(did_you_mean("diffusion", known).empty());
  const std::vector<std::string_view> foreign = {
      "run\x1bs"};  // the words of a table may be known before they are refused
  CHECK(did_you_mean("runs", foreign) == ", did you mean \"run\\x1bs\"?");
}

}  // namespace
}  // namespace gpuadvisor
