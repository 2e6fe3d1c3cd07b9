#include "report/log_axis.hpp"

#include <vector>

#include "support/catch2.hpp"

using namespace gpuadvisor;

// By hand: log10 of 3, 5, 20 and 30 are 0.477, 0.699, 1.301 and 1.477; 21 cells span two powers of ten, 10.5 cells
// each.
TEST_CASE("equal factors are equal distances on a logarithmic axis", "[report]") {
  const LogAxis axis(1, 100, 21, 0);
  CHECK(axis.cell(1) == 0);
  CHECK(axis.cell(3) == 5);
  CHECK(axis.cell(10) == 10);
  CHECK(axis.cell(30) == 15);
  CHECK(axis.cell(100) == 20);
  CHECK(axis.cell(0.01) == 0);
  CHECK(axis.cell(1e6) == 20);
}

TEST_CASE("values on an axis are round, and as far apart as is asked for", "[report]") {
  const LogAxis axis(1, 100, 21, 0);
  CHECK(axis.ticks(5) == std::vector<double>{1, 3, 10, 30, 100});
  CHECK(axis.ticks(10) == std::vector<double>{1, 10, 100});
  CHECK(axis.ticks(11) == std::vector<double>{1, 100});
  CHECK(LogAxis(10, 1000, 3, 0).ticks(2) == std::vector<double>{10, 1000});
}

TEST_CASE("an axis of a single value is wide enough for round ones", "[report]") {
  const LogAxis axis(2, 2, 10, 0);  // from 2 / sqrt(1.5) = 1.633 to 2 * sqrt(1.5) = 2.449
  CHECK(axis.contains(1.64));
  CHECK_FALSE(axis.contains(1.62));
  CHECK(axis.contains(2.44));
  CHECK_FALSE(axis.contains(2.46));
  CHECK(axis.ticks(3).size() >= 2);
}
