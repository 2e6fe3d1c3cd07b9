#include "formats/csv.hpp"

#include <vector>

#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

TEST_CASE("csv_record quotes a field only where it must", "[formats]") {
  struct Case {
    const char* name;
    std::vector<std::string> fields;
    std::string expected;
  };
  const Case cases[] = {
      {"no field", {}, "\n"},
      {"plain fields", {"a", "b", "1.5"}, "a,b,1.5\n"},
      {"empty fields", {"", "", ""}, ",,\n"},
      {"an empty field alone is no empty line", {""}, "\"\"\n"},
      {"blanks stay", {" a ", "b c"}, " a ,b c\n"},
      {"comma", {"a,b", "c"}, "\"a,b\",c\n"},
      {"quotes are doubled", {"24\" board", "\""}, "\"24\"\" board\",\"\"\"\"\n"},
      {"line feed", {"a\nb"}, "\"a\nb\"\n"},
      {"carriage return", {"a\rb"}, "\"a\rb\"\n"},
      {"byte order mark in front", {"\xef\xbb\xbfx", "\xef\xbb\xbf"}, "\"\xef\xbb\xbfx\",\"\xef\xbb\xbf\"\n"},
      {"byte order mark inside", {"a\xef\xbb\xbf"}, "a\xef\xbb\xbf\n"},
      {"text beyond ASCII", {"\xc3\xa9"}, "\xc3\xa9\n"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) { CHECK(csv_record(c.fields) == c.expected); }
  }
}

}  // namespace
}  // namespace gpuadvisor
