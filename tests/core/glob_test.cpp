#include "core/glob.hpp"

#include <string>

#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

TEST_CASE("a glob matches a whole text, whatever the case", "[core]") {
  struct Case {
    const char* pattern;
    const char* text;
    bool matches;
  };
  const Case cases[] = {
      {"", "", true},
      {"", "a", false},
      {"*", "", true},
      {"*", "anything", true},
      {"rtx 30*", "RTX 3090", true},
      {"RTX 30*", "rtx 30", true},
      {"rtx 30*", "GeForce RTX 3090", false},
      {"*laptop*", "RTX 4090 Laptop GPU", true},
      {"*laptop", "RTX 4090 Laptop GPU", false},
      {"a*b*c", "a--b--c", true},
      {"a*b*c", "abc", true},
      {"a*b*c", "acb", false},
      {"*ab", "aab", true},  // what a first try takes is given back
      {"**a**", "a", true},
      {"?", "", false},
      {"?", "x", true},
      {"?x", "x", false},
      {"30[6-9]0", "3090", true},
      {"30[6-9]0", "3050", false},
      {"30[!6-9]0", "3050", true},
      {"30[^6-9]0", "3090", false},
      {"[a-c]x", "BX", true},
      {"[!a]", "A", false},
      {"[]]", "]", true},
      {"[a-]", "-", true},
      {"[-a]", "-", true},
      {"[a-cx]", "x", true},
      {"[*]", "*", true},
      {"[*]", "a", false},
      {"@[`{", "@[`{", false},  // a bracket without its end, see below
      {"@", "`", false},        // neighbours of the letters have no case
      {"[", "[", false},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.pattern << " on " << c.text) {
      const auto glob = Glob::parse(c.pattern);
      CHECK((glob && glob->matches(c.text)) == c.matches);
    }
  }
}

TEST_CASE("a pattern that cannot be read is refused", "[core]") {
  for (const char* pattern : {"[", "a[", "[]", "[!]", "[a", "x[!", "[z-a]", "*[a-"}) {
    CAPTURE(pattern);
    CHECK_FALSE(Glob::parse(pattern).has_value());
  }
  const std::string longest(Glob::k_longest, 'a');
  CHECK(Glob::parse(longest)->matches(longest));
  CHECK_FALSE(Glob::parse(longest)->matches(longest + 'a'));
  CHECK_FALSE(Glob::parse(longest)->matches(longest.substr(1)));
  CHECK(Glob::parse('*' + longest + '*')->matches("b" + longest + "b"));
  CHECK_FALSE(Glob::parse(longest + 'a').has_value());
}

TEST_CASE("a pattern of many stars takes no longer than any other", "[core]") {
  const std::string text(1'000'000, 'a');
  std::string stars;
  for (std::size_t i = 0; i < Glob::k_longest; ++i) stars += "*a";
  CHECK(Glob::parse(stars)->matches(text));
  CHECK_FALSE(Glob::parse(stars.substr(0, stars.size() - 1) + 'b')->matches(text));
  CHECK(Glob::parse(std::string(100'000, '*'))->matches(text));
}

TEST_CASE("wildcards are the three characters that begin something", "[core]") {
  CHECK(has_wildcard("rtx*"));
  CHECK(has_wildcard("309?"));
  CHECK(has_wildcard("[3]"));
  CHECK_FALSE(has_wildcard("RTX 3090 Ti]"));
  CHECK_FALSE(has_wildcard(""));
}

}  // namespace
}  // namespace gpuadvisor
