#include "advice/report/price_frontier.hpp"

#include <vector>

#include "support/catch2.hpp"

using namespace gpuadvisor;

TEST_CASE("the frontier has what nothing beats at its price", "[advice]") {
  struct Case {
    const char* name;
    std::vector<PricedSpeed> all;
    std::vector<std::size_t> expected;
  };
  const Case cases[] = {
      {"nothing", {}, {}},
      {"one", {{Usd{100}, 1}}, {0}},
      {"dearer and faster stays, dearer and slower goes", {{Usd{300}, 3}, {Usd{100}, 1}, {Usd{200}, 0.5}}, {1, 0}},
      {"as fast for more money goes", {{Usd{100}, 1}, {Usd{101}, 1}}, {0}},
      {"slower at the same price goes", {{Usd{100}, 1}, {Usd{100}, 2}}, {1}},
      {"of equal ones the first stays", {{Usd{100}, 1}, {Usd{100}, 1}}, {0}},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) { CHECK(price_frontier(c.all) == c.expected); }
  }
}
