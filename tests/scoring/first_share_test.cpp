#include "scoring/first_share.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "scoring/order_dominance.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinAbs;

namespace {

using Cards = std::vector<LogRatios>;

/// Uniform draws that are the same on every platform, which those of <random> are not.
class Draws {
 public:
  explicit Draws(unsigned seed) : m_random(seed) {}

  /// Between 0 and 1, both excluded.
  double fraction() { return (static_cast<double>(m_random() >> 12U) + 0.5) * 0x1p-52; }

  /// Log ratios from -1 to 1.
  Cards cards(std::size_t count, std::size_t criteria) {
    Cards found(count, LogRatios(criteria));
    for (auto& card : found) {
      for (auto& value : card) value = 2 * fraction() - 1;
    }
    return found;
  }

  /// A weighting that respects the order, uniform among them: exponential draws, sorted (their sum does not matter).
  std::vector<double> ordered_weights(std::size_t criteria) {
    std::vector<double> weights(criteria);
    for (auto& weight : weights) weight = -std::log(fraction());
    std::sort(weights.rbegin(), weights.rend());
    return weights;
  }

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[m_random() % i]);
  }

 private:
  std::mt19937_64 m_random;
};

/// The log ratios that have these running means: k m_k - (k - 1) m_(k-1).
LogRatios from_running_means(const std::vector<double>& means) {
  LogRatios ratios;
  double before = 0;
  for (const double mean : means) {
    const double sum = mean * static_cast<double>(ratios.size() + 1);
    ratios.push_back(sum - before);
    before = sum;
  }
  return ratios;
}

LogRatios logs(std::vector<double> values) {
  for (auto& value : values) value = std::log(value);
  return values;
}

double sum(const std::vector<double>& shares) { return std::accumulate(shares.begin(), shares.end(), 0.0); }

void check_shares(const Cards& cards, const std::vector<double>& expected, double tolerance = 1e-12) {
  const auto shares = first_shares(cards);
  REQUIRE(shares.size() == expected.size());
  for (std::size_t i = 0; i < shares.size(); ++i) {
    INFO("card " << i);
    CHECK_THAT(shares[i], WithinAbs(expected[i], tolerance));
  }
}

}  // namespace

TEST_CASE("first_shares match areas worked out by hand", "[scoring]") {
  // Weightings of n criteria that respect the order are the mixtures l_1 v_1 + ... + l_n v_n of the corners v_k, and
  // are uniform when the l are. A card with running means m_k has the score l_1 m_1 + ... + l_n m_n.
  struct Case {
    const char* name;
    Cards cards;
    std::vector<double> expected;
  };
  const auto means = from_running_means;
  const Case cases[] = {
      {"nobody", {}, {}},
      {"alone", {{1, 2, 3}}, {1}},
      {"one criterion", {{1}, {3}, {2}}, {0, 1, 0}},
      // w_1 goes from 1/2 to 1. w_1 > 2 w_2 from 2/3 on, which are two thirds of the way.
      {"n = 2: 1 against 2 of the second", {{1, 0}, {0, 2}}, {2.0 / 3, 1.0 / 3}},
      // w_1 > 3 w_2 from 3/4 on, the middle.
      {"n = 2: 1 against 3 of the second", {{1, 0}, {0, 3}}, {1.0 / 2, 1.0 / 2}},
      {"n = 2: 1 against 1 of the second, never overtaken", {{1, 0}, {0, 1}}, {1, 0}},
      // The first two tie at w = (2/3, 1/3) with 1, where the third has 23/30; it is behind one of them at both ends.
      {"n = 2: a third that no other dominates, first nowhere", {{1.5, 0}, {0, 3}, {0.5, 1.3}}, {2.0 / 3, 1.0 / 3, 0}},
      // Each leads where its l is the largest.
      {"n = 3: each has a corner", {means({1, 0, 0}), means({0, 1, 0}), means({0, 0, 1})}, {1.0 / 3, 1.0 / 3, 1.0 / 3}},
      // l_1 > 1/2 is a triangle of half the side.
      {"n = 3: a corner against a level", {means({1, 0, 0}), means({0.5, 0.5, 0.5})}, {1.0 / 4, 3.0 / 4}},
      // Three such triangles leave the middle one.
      {"n = 3: three corners and a level",
       {means({1, 0, 0}), means({0, 1, 0}), means({0, 0, 1}), means({0.5, 0.5, 0.5})},
       {1.0 / 4, 1.0 / 4, 1.0 / 4, 1.0 / 4}},
      // l_1 > l_2 halves the triangle; what l_3 is does not matter.
      {"n = 3: equal at a corner", {means({1, 0, 7}), means({0, 1, 7})}, {1.0 / 2, 1.0 / 2}},
      {"n = 4: each has a corner",
       {means({1, 0, 0, 0}), means({0, 1, 0, 0}), means({0, 0, 1, 0}), means({0, 0, 0, 1})},
       {1.0 / 4, 1.0 / 4, 1.0 / 4, 1.0 / 4}},
      // l_1 > 1/2 is a tetrahedron of half the edge, an eighth of the volume; four of them leave an octahedron.
      {"n = 4: four corners and a level",
       {means({1, 0, 0, 0}), means({0, 1, 0, 0}), means({0, 0, 1, 0}), means({0, 0, 0, 1}), means({.5, .5, .5, .5})},
       {1.0 / 8, 1.0 / 8, 1.0 / 8, 1.0 / 8, 1.0 / 2}},
      // l_1 + l_2 > l_3 + l_4 halves the tetrahedron through four edges.
      {"n = 4: two corners each", {means({1, 1, 0, 0}), means({0, 0, 1, 1})}, {1.0 / 2, 1.0 / 2}},
      // l_1 > 1/2 has (1/2)^4 of the volume of the simplex in 4 dimensions.
      {"n = 5: a corner against a level",
       {means({1, 0, 0, 0, 0}), means({0.5, 0.5, 0.5, 0.5, 0.5})},
       {1.0 / 16, 15.0 / 16}},
      {"equal cards share evenly",
       {means({1, 0, 0}), means({0.5, 0.5, 0.5}), means({1, 0, 0})},
       {1. / 8, 3. / 4, 1. / 8}},
      {"ties at a border alone share nothing", {{1, 1, 1}, {1, 1, 0}, {1, 0, 0}}, {1, 0, 0}},
      {"two equal cards ahead of a third", {{1, 0}, {0, 1}, {1, 0}}, {1.0 / 2, 0, 1.0 / 2}},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) { check_shares(c.cards, c.expected); }
  }
}

TEST_CASE("first_shares match known answers", "[scoring]") {
  // Four options under c1 > c2 > c3 > c4, worked out by another program: with exact fractions for the sum, to six
  // decimals for the product.
  const std::vector<double> a = {9, 3, 4, 5};
  const std::vector<double> b = {6, 8, 6, 4};
  const std::vector<double> c = {5, 6, 10, 10};
  const std::vector<double> d = {5, 5, 6, 4};

  SECTION("weighted product") {
    check_shares({logs(a), logs(b), logs(c), logs(d)}, {0.214237, 0.491546, 0.294217, 0}, 1e-6);
  }
  SECTION("weighted product, pairs") {
    check_shares({logs(a), logs(b)}, {0.220723, 1 - 0.220723}, 1e-6);
    check_shares({logs(a), logs(c)}, {0.336012, 1 - 0.336012}, 1e-6);
    check_shares({logs(b), logs(c)}, {0.696631, 1 - 0.696631}, 1e-6);
  }
  SECTION("weighted sum") { check_shares({a, b, c, d}, {41499.0 / 111137, 331611.0 / 1222507, 434407.0 / 1222507, 0}); }
  SECTION("weighted sum, pairs") {
    check_shares({a, b}, {27.0 / 65, 38.0 / 65});
    check_shares({a, c}, {217.0 / 442, 225.0 / 442});
    check_shares({b, c}, {84.0 / 143, 59.0 / 143});
    check_shares({a, d}, {1, 0});
    check_shares({b, d}, {1, 0});
    check_shares({c, d}, {1, 0});
  }
  SECTION("weighted sum, order unknown: the corners are single criteria") {
    const auto corner_scores = from_running_means;
    check_shares({corner_scores(a), corner_scores(b), corner_scores(c), corner_scores(d)},
                 {1931.0 / 20880, 2149.0 / 20880, 70.0 / 87, 0});
  }
}

TEST_CASE("first_shares of two match the volume of a simplex cut by a half-space", "[scoring]") {
  // sum over D_k > 0 of D_k^(n-1) / prod_{j != k} (D_k - D_j), with D the running means of a - b, all distinct
  Draws draws(1);
  for (int round = 0; round < 200; ++round) {
    const std::size_t n = 2 + static_cast<std::size_t>(round) % 4;
    const Cards cards = draws.cards(2, n);
    const auto of_a = running_means(cards[0]);
    const auto of_b = running_means(cards[1]);
    double expected = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const double lead = of_a[k] - of_b[k];
      if (lead <= 0) continue;
      double term = 1;
      for (std::size_t j = 0; j < n; ++j) term *= j == k ? 1 : lead / (lead - (of_a[j] - of_b[j]));
      expected += term;
    }
    check_shares(cards, {expected, 1 - expected}, 1e-7);  // the formula loses digits where two D are close
  }
}

TEST_CASE("first_shares are parts of a whole, whatever the order of the cards", "[scoring]") {
  Draws draws(2);
  for (int round = 0; round < 200; ++round) {
    const std::size_t count = 1 + static_cast<std::size_t>(round) % 40;
    Cards cards = draws.cards(count, 1 + static_cast<std::size_t>(round) % 5);
    const auto shares = first_shares(cards);
    CHECK_THAT(sum(shares), WithinAbs(1, 1e-9));
    CHECK(std::all_of(shares.begin(), shares.end(), [](double share) { return share >= 0 && share <= 1; }));

    std::vector<std::size_t> places(count);
    std::iota(places.begin(), places.end(), std::size_t{0});
    draws.shuffle(places);
    Cards moved;
    std::vector<double> expected;
    for (const std::size_t place : places) moved.push_back(cards[place]), expected.push_back(shares[place]);
    CHECK(first_shares(moved) == expected);
  }
}

TEST_CASE("a dominated card has no share and changes none", "[scoring]") {
  Draws draws(3);
  for (int round = 0; round < 100; ++round) {
    const std::size_t n = 2 + static_cast<std::size_t>(round) % 3;
    Cards cards = draws.cards(12, n);
    auto expected = first_shares(cards);
    auto worse = running_means(cards[static_cast<std::size_t>(round) % 12]);
    for (auto& mean : worse) mean -= 0.1 * draws.fraction();
    cards.push_back(from_running_means(worse));
    expected.push_back(0);
    REQUIRE(order_dominates(cards[static_cast<std::size_t>(round) % 12], cards.back()));
    CHECK(first_shares(cards) == expected);
  }
}

TEST_CASE("a card has all of the weightings exactly when it dominates all others", "[scoring]") {
  Draws draws(4);
  int dominating = 0;
  for (int round = 0; round < 300; ++round) {
    const Cards cards = draws.cards(3, 2 + static_cast<std::size_t>(round) % 3);
    const bool dominates = order_dominates(cards[0], cards[1]) && order_dominates(cards[0], cards[2]);
    dominating += dominates;
    CHECK((first_shares(cards)[0] == 1) == dominates);
  }
  CHECK(dominating > 10);
}

TEST_CASE("first_shares agree with sampled weightings", "[scoring]") {
  constexpr int k_samples = 40000;
  Draws draws(5);
  for (const std::size_t n : {2U, 3U, 4U, 6U}) {
    const Cards cards = draws.cards(8, n);
    std::vector<int> first(cards.size());
    for (int sample = 0; sample < k_samples; ++sample) {
      const auto weights = draws.ordered_weights(n);
      const auto score = [&](const LogRatios& card) {
        return std::inner_product(card.begin(), card.end(), weights.begin(), 0.0);
      };
      const auto best = std::max_element(cards.begin(), cards.end(),
                                         [&](const auto& a, const auto& b) { return score(a) < score(b); });
      ++first[static_cast<std::size_t>(best - cards.begin())];
    }
    const auto shares = first_shares(cards);
    for (std::size_t i = 0; i < cards.size(); ++i) {
      INFO(n << " criteria, card " << i);
      const double standard_error = std::sqrt(shares[i] * (1 - shares[i]) / k_samples);
      CHECK_THAT(first[i] / static_cast<double>(k_samples), WithinAbs(shares[i], 4 * standard_error + 1e-12));
    }
  }
}

TEST_CASE("cards that meet in one point, and nearly equal ones, still make a whole", "[scoring]") {
  // Tangent planes of a paraboloid at the points of a grid: every cell is a box, eight of them meet in a point.
  Cards grid;
  for (int x = 0; x < 4; ++x) {
    for (int y = 0; y < 4; ++y) {
      for (int z = 0; z < 4; ++z) {
        const double level = (x * x + y * y + z * z) / -16.0 / 2;
        const auto at = [&](int step) { return level + step / 4.0; };
        grid.push_back(from_running_means({at(x), at(y), at(z), level}));
      }
    }
  }
  CHECK_THAT(sum(first_shares(grid)), WithinAbs(1, 1e-9));
  // The cell of (0, 0, 0) is l_1, l_2, l_3 <= 1/8, a cube of volume 1/512 in a tetrahedron of volume 1/6.
  CHECK_THAT(first_shares(grid)[0], WithinAbs(6.0 / 512, 1e-9));

  Cards close = Draws(6).cards(6, 4);
  for (std::size_t i = 0; i < 6; ++i) {
    for (const double step : {1e-15, 1e-13, 1e-11, 1e-9}) {
      close.push_back(close[i]);
      close.back()[i % 4] += step;
      close.back()[(i + 1) % 4] -= 2 * step;
    }
  }
  CHECK_THAT(sum(first_shares(close)), WithinAbs(1, 1e-9));
}

TEST_CASE("first_shares of the catalog make a whole for every workload", "[scoring]") {
  const Catalog catalog = embedded_catalog();
  for (const auto& workload : catalog.records<Workload>()) {
    if (!workload.order) continue;
    Cards cards;
    for (const auto& gpu : catalog.records<Gpu>()) {
      if (auto ratios = log_ratios(gpu, *workload.order, *catalog.reference())) cards.push_back(*ratios);
    }
    CHECK(cards.size() > 100);
    CHECK_THAT(sum(first_shares(cards)), WithinAbs(1, 1e-9));
  }
}
