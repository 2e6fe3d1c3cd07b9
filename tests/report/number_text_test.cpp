#include "report/number_text.hpp"

#include "support/catch2.hpp"

using namespace gpuadvisor;

TEST_CASE("figures show three significant digits", "[report]") {
  CHECK(rounded(0.123) == "0.12");
  CHECK(rounded(9.994) == "9.99");
  CHECK(rounded(9.996) == "10.0");
  CHECK(rounded(12.34) == "12.3");
  CHECK(rounded(99.96) == "100");
  CHECK(rounded(1234.5) == "1234");
}

TEST_CASE("no digit before the point is lost", "[report]") {
  CHECK(three_digits(0.07123) == "0.0712");
  CHECK(three_digits(71.24) == "71.2");
  CHECK(three_digits(99.94) == "99.9");
  CHECK(three_digits(99.96) == "100");
  CHECK(three_digits(1008) == "1,008");
  CHECK(three_digits(3352.4) == "3,352");
}

TEST_CASE("an unknown figure is a dash", "[report]") {
  CHECK(or_dash(std::optional<double>(), rounded) == "-");
  CHECK(or_dash(std::optional<double>(1.5), rounded) == "1.50");
}
