#include "gpuadvisor/output/number_text.hpp"

#include "support/catch2.hpp"

using namespace gpuadvisor;

TEST_CASE("money is whole dollars, rounded up, with separators, cents only for small change", "[output]") {
  CHECK(money(Usd{0.5}) == "$0.50");
  CHECK(money(Usd{9.99}) == "$9.99");
  CHECK(money(Usd{10}) == "$10");
  CHECK(money(Usd{999.4}) == "$1,000");  // never less than it costs
  CHECK(money(Usd{999.6}) == "$1,000");
  CHECK(money(Usd{1234567}) == "$1,234,567");
}

TEST_CASE("figures show three significant digits", "[output]") {
  CHECK(rounded(0.123) == "0.12");
  CHECK(rounded(9.994) == "9.99");
  CHECK(rounded(9.996) == "10.0");
  CHECK(rounded(12.34) == "12.3");
  CHECK(rounded(99.96) == "100");
  CHECK(rounded(1234.5) == "1234");
}

TEST_CASE("an unknown figure is a dash", "[output]") {
  CHECK(or_dash(std::optional<double>(), rounded) == "-");
  CHECK(or_dash(std::optional<double>(1.5), rounded) == "1.50");
}
