#include "gpuadvisor/output/table.hpp"

#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

Table prices() {
  return {{{"#", true}, {"GPU", false, true}, {"price", true}},
          {{"1", "GeForce RTX 3080 Ti", "$453"}, {"10", "TITAN V", "$1,340"}}};
}

}  // namespace

TEST_CASE("a table aligns its columns and leaves no trailing blanks", "[output]") {
  CHECK(render(prices(), 80) ==
        " #  GPU                   price\n"
        " 1  GeForce RTX 3080 Ti    $453\n"
        "10  TITAN V              $1,340\n");
  CHECK(render(prices(), 80, false, 2) ==
        "   1  GeForce RTX 3080 Ti    $453\n"
        "  10  TITAN V              $1,340\n");
}

TEST_CASE("a flexible column wraps at blanks when the page is narrow", "[output]") {
  CHECK(render(prices(), 28) ==
        " #  GPU                price\n"
        " 1  GeForce RTX 3080    $453\n"
        "    Ti\n"
        "10  TITAN V           $1,340\n");
}

TEST_CASE("a flexible column keeps a least width, and a long word stays whole", "[output]") {
  const Table table{{{"word", false, true}}, {{"incomprehensibilities indeed"}}};
  CHECK(render(table, 5, false) == "incomprehensibilities\nindeed\n");
}

TEST_CASE("an empty table is its header", "[output]") { CHECK(render({{{"a"}, {"b"}}, {}}, 80) == "a  b\n"); }

TEST_CASE("display width counts characters, not bytes", "[output]") {
  CHECK(display_width("µ-GPU") == 5);
  CHECK(render({{{"n"}, {"x"}}, {{"é", "1"}, {"ab", "2"}}}, 80, false) == "é   1\nab  2\n");
}

TEST_CASE("text wraps at blanks", "[output]") {
  CHECK(wrapped("one two three", 7) == "one two\nthree\n");
  CHECK(wrapped("one two three", 80) == "one two three\n");
  CHECK(wrapped("", 80) == "");
}
