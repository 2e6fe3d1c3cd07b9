#include "gpuadvisor/report/table.hpp"

#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

Table prices() {
  return {{{"#", true}, {"GPU", false, true}, {"price", true}},
          {{"1", "GeForce RTX 3080 Ti", "$453"}, {"10", "TITAN V", "$1,340"}}};
}

}  // namespace

TEST_CASE("a table aligns its columns and leaves no trailing blanks", "[report]") {
  CHECK(render(prices(), 80) ==
        " #  GPU                   price\n"
        " 1  GeForce RTX 3080 Ti    $453\n"
        "10  TITAN V              $1,340\n");
  CHECK(render(prices(), 80, false, 2) ==
        "   1  GeForce RTX 3080 Ti    $453\n"
        "  10  TITAN V              $1,340\n");
}

TEST_CASE("a flexible column wraps at blanks when the page is narrow", "[report]") {
  CHECK(render(prices(), 28) ==
        " #  GPU                price\n"
        " 1  GeForce RTX 3080    $453\n"
        "    Ti\n"
        "10  TITAN V           $1,340\n");
}

TEST_CASE("a flexible column keeps a least width, and a long word stays whole", "[report]") {
  const Table table{{{"word", false, true}}, {{"incomprehensibilities indeed"}}};
  CHECK(render(table, 5, false) == "incomprehensibilities\nindeed\n");
}

TEST_CASE("a column gives way only as far as its words do, the next one then", "[report]") {
  const Table table{{{"key", false, true}, {"meaning", false, true}},
                    {{"memory_bandwidth_gbs", "of one board, in GB/s"}}};
  CHECK(render(table, 35) ==
        "key                   meaning\n"
        "memory_bandwidth_gbs  of one board,\n"
        "                      in GB/s\n");
}

TEST_CASE("an empty table is its header", "[report]") { CHECK(render({{{"a"}, {"b"}}, {}}, 80) == "a  b\n"); }

TEST_CASE("display width counts characters, not bytes", "[report]") {
  CHECK(display_width("µ-GPU") == 5);
  CHECK(render({{{"n"}, {"x"}}, {{"é", "1"}, {"ab", "2"}}}, 80, false) == "é   1\nab  2\n");
}

TEST_CASE("text wraps at blanks", "[report]") {
  CHECK(wrapped("one two three", 7) == "one two\nthree\n");
  CHECK(wrapped("one two three", 80) == "one two three\n");
  CHECK(wrapped("", 80) == "");
}

TEST_CASE("a styled page has bold titles and rows in their styles, and the same widths", "[report]") {
  Table table = prices();
  table.styles = {Style::plain, Style::dim};
  Page page{28, true, true};
  CHECK(render(table, page) ==
        " \x1b[1m#  GPU                price\x1b[0m\n"
        " 1  GeForce RTX 3080    $453\n"
        "    Ti\n"
        "\x1b[2m10  TITAN V           $1,340\x1b[0m\n");
  page.is_styled = false;
  CHECK(render(table, page) == render(prices(), 28));
}

TEST_CASE("emphasis begins and ends on each line", "[report]") {
  const Page styled{80, true, true};
  CHECK(emphasised("a b\n  c\n\n", Style::bold, styled) == "\x1b[1ma b\x1b[0m\n  \x1b[1mc\x1b[0m\n\n");
  CHECK(emphasised("a\n", Style::dim, styled) == "\x1b[2ma\x1b[0m\n");
  CHECK(emphasised("a\n", Style::plain, styled) == "a\n");
  CHECK(emphasised("a\n", Style::bold, Page{80, true, false}) == "a\n");
}
