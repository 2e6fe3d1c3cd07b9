#include <string>
#include <vector>

#include "gpuadvisor/advice/ranking.hpp"
#include "support/catch2.hpp"
#include "support/test_offers.hpp"

using namespace gpuadvisor;

TEST_CASE("a step of performance is 10 %, from 1.00 up and down", "[advice]") {
  struct Case {
    double score;
    int step;
  };
  const Case cases[] = {
      {1.0, 0},     {1.0999, 0},  {1.1, 1},     {1.2099, 1},  {1.21, 2},
      {1.3309, 2},  {1.331, 3},   {1.43, 3},    {1.56, 4},  // ln 1.43 / ln 1.1 = 3.75, ln 1.56 / ln 1.1 = 4.67
      {2.0, 7},     {3.38, 12},                             // 7.27, 12.78
      {0.9999, -1}, {0.9091, -1}, {0.9090, -2}, {0.8265, -2}, {0.8264, -3},  // 1 / 1.1 = 0.90909…, 1 / 1.21 = 0.82644…
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.score) { CHECK(performance_step(c.score) == c.step); }
  }
}

TEST_CASE("within a step of performance more memory goes first, then the lower price", "[advice]") {
  Market market;
  market.add("dear", 1.05, 200, 8);
  market.add("fastest of its step", 1.09, 300, 8);
  market.add("cheap", 1.01, 100, 8);
  market.add("large", 1.00, 900, 16);
  market.add("next step", 1.12, 5000, 4);
  market.add("unrated", std::nullopt, 50, 48);
  market.add("old", 1.08, 100, 24, 100, PriceAge::old);
  const auto rows = ranking(market.offers, RankBy::performance);
  CHECK(ids(rows) ==
        std::vector<std::string>{"next step", "large", "cheap", "dear", "fastest of its step", "unrated", "old"});
  std::vector<int> groups;
  for (const auto& row : rows) groups.push_back(row.group);
  CHECK(groups == std::vector<int>{1, 2, 2, 2, 2, 6, 7});
}
