#include "core/two_digits.hpp"

#include <fmt/format.h>

#include "support/catch2.hpp"

using namespace gpuadvisor;

TEST_CASE("two digits are those of the number that is written so", "[core]") {
  struct Case {
    double figure;
    const char* down;
    const char* nearest;
    const char* up;
  };
  const Case cases[] = {
      {2.3456, "2.3", "2.3", "2.4"},
      {2.4, "2.4", "2.4", "2.4"},
      {384.2, "380", "380", "390"},
      {38, "38", "38", "38"},
      {0.07312, "0.073", "0.073", "0.074"},
      {99.6, "99", "100", "100"},
      {1234567, "1200000", "1200000", "1300000"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.figure) {
      CHECK(fmt::format("{}", two_digits(c.figure, Rounding::down)) == c.down);
      CHECK(fmt::format("{}", two_digits(c.figure, Rounding::nearest)) == c.nearest);
      CHECK(fmt::format("{}", two_digits(c.figure, Rounding::up)) == c.up);
      CHECK(two_digits(c.figure, Rounding::down) <= c.figure);
      CHECK(two_digits(c.figure, Rounding::up) >= c.figure);
    }
  }
}

TEST_CASE("four digits are those of the number that is written so", "[core]") {
  CHECK(four_digits(1082.947936874149) == 1083);
  CHECK(four_digits(29.548973602891465) == 29.55);
  CHECK(four_digits(0.000123456) == 0.0001235);
  CHECK(four_digits(477512) == 477500);
  CHECK(four_digits(0) == 0);
}
