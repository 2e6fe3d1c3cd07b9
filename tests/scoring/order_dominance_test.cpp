#include "scoring/order_dominance.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include "gpuadvisor/scoring/rank_order_weights.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinAbs;

TEST_CASE("running_means are the scores at the corners of the ordered weights", "[scoring]") {
  // (0.9, 0.3, 0.4, 0.5) - (0.5, 0.5, 0.6, 0.4) = (0.4, -0.2, -0.2, 0.1), by hand: 2/5, 1/10, 0, 1/40
  const auto means = running_means(std::vector<double>{0.4, -0.2, -0.2, 0.1});
  const double expected[] = {2.0 / 5, 1.0 / 10, 0, 1.0 / 40};
  REQUIRE(means.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK_THAT(means[i], WithinAbs(expected[i], 1e-12));
  CHECK(running_means({}).empty());
}

TEST_CASE("the mean of the running means is the score under rank-order-centroid weights", "[scoring]") {
  struct Case {
    std::vector<double> values;
    double expected;  // 25/48 v_1 + 13/48 v_2 + 7/48 v_3 + 3/48 v_4, exact fractions
  };
  const Case cases[] = {
      {{0.9, 0.3, 0.4, 0.5}, 307.0 / 480},
      {{0.6, 0.8, 0.6, 0.4}, 77.0 / 120},
      {{0.5, 0.6, 1.0, 1.0}, 101.0 / 160},
      {{0.5, 0.5, 0.6, 0.4}, 61.0 / 120},
  };
  const auto weights = rank_order_centroid(4);
  for (const auto& c : cases) {
    const auto means = running_means(c.values);
    CHECK_THAT(std::accumulate(means.begin(), means.end(), 0.0) / 4, WithinAbs(c.expected, 1e-12));
    CHECK_THAT(std::inner_product(weights.begin(), weights.end(), c.values.begin(), 0.0), WithinAbs(c.expected, 1e-12));
  }
}

TEST_CASE("order_dominates tells better under every weighting that respects the order", "[scoring]") {
  struct Case {
    const char* name;
    std::vector<double> a;
    std::vector<double> b;
    bool expected;
  };
  const Case cases[] = {
      {"better in all", {2, 2}, {1, 1}, true},
      {"equal", {1, 2, 3}, {1, 2, 3}, false},
      {"better in one, equal in the others", {1, 2, 3}, {1, 2, 2}, true},
      {"what is lost later was gained before", {2, 0}, {1, 1}, true},
      {"what is lost first is not made good in time", {0, 3}, {1, 1}, false},
      {"a little less of the most important", {0.99, 9, 9, 9}, {1, 0, 0, 0}, false},
      {"0.4, 0.1, 0 but for rounding, 0.025", {0.9, 0.3, 0.4, 0.5}, {0.5, 0.5, 0.6, 0.4}, true},
      {"the same the other way round", {0.5, 0.5, 0.6, 0.4}, {0.9, 0.3, 0.4, 0.5}, false},
      {"0.3, -0.1, -2/15, -0.075", {0.9, 0.3, 0.4, 0.5}, {0.6, 0.8, 0.6, 0.4}, false},
      {"twice one, half the next: equal at the second corner",
       {std::log(6.2), std::log(0.7)},
       {std::log(3.1), std::log(1.4)},
       true},
      {"one criterion", {1}, {0}, true},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) { CHECK(order_dominates(c.a, c.b) == c.expected); }
  }
}
