#include "scoring/break_even.hpp"

#include <cmath>
#include <vector>

#include "gpuadvisor/scoring/rank_order_weights.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

TEST_CASE("overtaking_price is where two cards have the same value", "[scoring]") {
  CHECK(overtaking_price(1.25, 1.0, Usd{400}) == Usd{500});  // a quarter faster is worth a quarter more
  CHECK(overtaking_price(0.5, 2.0, Usd{1000}) == Usd{250});
  CHECK(overtaking_price(1.5, 1.5, Usd{300}) == Usd{300});

  const Usd price = overtaking_price(1.83, 1.37, Usd{412});
  CHECK_THAT(1.83 / price.value(), WithinRel(1.37 / 412, 1e-12));
  CHECK(1.83 / (price.value() - 0.01) > 1.37 / 412);
  CHECK(1.83 / (price.value() + 0.01) < 1.37 / 412);
}

TEST_CASE("flip_weight matches weights worked out by hand", "[scoring]") {
  const std::vector<double> a = {9, 3, 4, 5};
  const std::vector<double> b = {6, 8, 6, 4};
  const std::vector<double> c = {5, 6, 10, 10};
  const std::vector<double> d = {5, 5, 6, 4};
  const std::vector<double> half = {0.5, 0.5};
  struct Case {
    const char* name;
    std::vector<double> a;
    std::vector<double> b;
    std::vector<double> weights;
    std::size_t criterion;
    std::optional<double> expected;
  };
  const auto roc = rank_order_centroid(4);
  const Case cases[] = {
      // d = (3, -5, -2, 1); without c1, (13 * -5 + 7 * -2 + 3 * 1) / 23 = -76/23; t = 76/23 / (76/23 + 3) = 76/145
      {"A and B: a hair above the 25/48 that c1 has", a, b, roc, 0, 76.0 / 145},
      {"the same the other way round", b, a, roc, 0, 76.0 / 145},
      {"B and C", b, c, roc, 0, 20.0 / 43},
      {"A and C", a, c, roc, 0, 24.0 / 47},
      {"A and D, though A leads in all that respects the order", a, d, roc, 0, 37.0 / 129},
      {"better in all: never", {2, 3}, {1, 1}, half, 0, {}},
      {"equal: never", {1, 2}, {1, 2}, half, 0, {}},
      {"a tie at the end is no flip", {2, 1}, {1, 1}, half, 0, {}},
      {"they tie now: where the weight is", {1, 0}, {0, 1}, half, 1, 0.5},
      {"of three quarters, with a lead of 1 to 3", {1, 0}, {0, 3}, half, 0, 0.75},
      {"no other weight: never", {1, 0}, {0, 1}, {1, 0}, 0, {}},
      {"a criterion that weighs nothing yet", {1, 0}, {0, 3}, {1, 0}, 1, 0.25},
      {"one criterion", {1}, {2}, {1}, 0, {}},
  };
  for (const auto& one : cases) {
    DYNAMIC_SECTION(one.name) {
      const auto actual = break_even_weight_of(one.a, one.b, one.weights, one.criterion);
      REQUIRE(actual.has_value() == one.expected.has_value());
      if (actual) CHECK_THAT(*actual, WithinRel(*one.expected, 1e-12));
    }
  }
}

TEST_CASE("two cards tie at the flip weight, and swap places across it", "[scoring]") {
  const std::vector<double> a = {0.3, -0.2, 0.1};
  const std::vector<double> b = {0.1, 0.2, 0.15};
  const std::vector<double> weights = {0.6, 0.3, 0.1};
  for (std::size_t moved = 0; moved < 2; ++moved) {
    const auto lead_at = [&](double weight) {
      double lead = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        lead += (a[i] - b[i]) * (i == moved ? weight : weights[i] * (1 - weight) / (1 - weights[moved]));
      }
      return lead;
    };
    const auto break_even = break_even_weight_of(a, b, weights, moved);
    REQUIRE(break_even);
    CHECK(std::abs(lead_at(*break_even)) < 1e-12);
    CHECK(lead_at(*break_even - 0.01) * lead_at(*break_even + 0.01) < 0);
  }
}
