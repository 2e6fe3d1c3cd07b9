#include "calibration/speed/order_statistics.hpp"

#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinAbs;

TEST_CASE("kendall_tau counts pairs in the same order less those in the opposite", "[calibration]") {
  struct Case {
    const char* name;
    std::vector<double> a;
    std::vector<double> b;
    double tau;
  };
  const Case cases[] = {
      {"same order", {1, 2, 3}, {10, 20, 90}, 1},
      {"opposite order", {1, 2, 3}, {3, 2, 1}, -1},
      {"one of six pairs swapped", {1, 2, 3, 4}, {1, 3, 2, 4}, 4.0 / 6},
      {"a tie counts for neither", {1, 2, 3}, {1, 1, 2}, 2.0 / 3},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) { CHECK_THAT(kendall_tau(c.a, c.b), WithinAbs(c.tau, 1e-12)); }
  }
}

TEST_CASE("median and quantile are values, or the mean of two in the middle", "[calibration]") {
  CHECK(median({3, 1, 2}) == 2);
  CHECK(median({4, 1, 3, 2}) == 2.5);
  const std::vector<double> ten = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
  CHECK(quantile(ten, 0.1) == 1);
  CHECK(quantile(ten, 0.9) == 9);
  CHECK(quantile(ten, 0.91) == 10);
  CHECK(quantile({7}, 0.1) == 7);
}

TEST_CASE("conformal_quantile allows for the one error that is yet to come", "[calibration]") {
  // Of n errors, the one of rank ceil(0.8 (n + 1)): 4 of 4 (rank 4), 8 of 9, 9 of 10, 16 of 19.
  CHECK(conformal_quantile({0.1, 0.4, 0.3, 0.2}, 0.8) == 0.4);
  CHECK(conformal_quantile({1, 2, 3, 4, 5, 6, 7, 8, 9}, 0.8) == 8);
  CHECK(conformal_quantile({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 0.8) == 9);
  CHECK(conformal_quantile({1, 2, 3}, 0.8) == 3);  // rank 4 of 3: too few to promise as much
}
