#include "advice/picks/guide_backtest.hpp"

#include <string>

#include "support/catch2.hpp"
#include "support/test_guide_market.hpp"

using namespace gpuadvisor;

namespace {

std::string persona(const std::string& id, const std::string& type, const std::string& picks,
                    const std::string& more = "", const std::string& guide = "guide") {
  return R"({"guide": ")" + guide + R"(", "id": ")" + id + R"(", "title": "T", )" +
         (type.empty() ? "" : R"("type": ")" + type + R"(", )") + R"("picks": [)" + picks + "]" + more +
         R"(, "advice": "A.", "source": "shop"})";
}

std::string pick(const std::string& gpu, const std::string& condition = "") {
  return R"({"gpu": ")" + gpu + R"(", "role": "primary")" +
         (condition.empty() ? "" : R"(, "condition": ")" + condition + "\"") + "}";
}

/// The backtest of one persona in the test market.
struct Judged {
  Catalog catalog;
  std::vector<GuideBacktestRow> rows;
};
Judged judged(const std::string& persona) {
  Judged result{guide_market(R"(, "personas": [)" + persona + "]"), {}};
  std::vector<const Persona*> personas;
  for (const Persona& one : result.catalog.records<Persona>()) personas.push_back(&one);
  result.rows = guide_backtest(personas, result.catalog, [&](Day day) { return result.catalog.known_by(day); });
  return result;
}

}  // namespace

TEST_CASE("the chance of drawing a named GPU is hypergeometric", "[advice]") {
  CHECK_THAT(chance_of_any(1, 6, 3), Catch::Matchers::WithinRel(0.5, 1e-12));
  CHECK_THAT(chance_of_any(2, 6, 3), Catch::Matchers::WithinRel(1 - 4.0 / 20, 1e-12));  // C(4,3) of C(6,3)
  CHECK_THAT(chance_of_any(1, 12, 3), Catch::Matchers::WithinRel(0.25, 1e-12));
  CHECK(chance_of_any(0, 12, 3) == 0);
  CHECK(chance_of_any(4, 6, 3) == 1);  // two others cannot fill three places
  CHECK(chance_of_any(1, 2, 3) == 1);
}

TEST_CASE("a miss is explained in one line", "[advice]") {
  struct Case {
    const char* name;
    std::string persona;
    int rank;
    int best_rank;
    const char* miss;
  };
  const Case cases[] = {
      {"first", persona("p", "fast", pick("h")), 1, 1, ""},
      {"behind", persona("p", "cheap", pick("b") + ", " + pick("h")), 2, 2,
       "2 of 8, behind the Name of a: $200 against $100"},
      {"an alternative is first", persona("p", "fast", pick("e") + ", " + pick("h")), 4, 1,
       "4 of 8, behind the Name of h: speed 0.50 against 0.80"},
      {"over the budget", persona("p", "fast", pick("h"), R"(, "budget_usd": 600, "budget_to_usd": 700)"), 0, 0,
       "budget: $800, $100 over the budget"},
      {"advised against by itself", persona("p", "heeding", pick("h")), 1, 1, ""},
      {"advised against by another", persona("p", "heeding", pick("h"), "", "other"), 0, 0,
       "advised against by The guide"},
      {"in another condition", persona("p", "fast", pick("h", "new")), 0, 0, "1 of 8, but used at $800, not new"},
      {"in its condition", persona("p", "fast", pick("h", "used")), 1, 1, ""},
      {"too little memory", persona("p", "roomy", pick("a")), 0, 0, "memory: has 4 GB of the 6 GB wanted"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const Judged result = judged(c.persona);
      REQUIRE(result.rows.size() == 1);
      CHECK(result.rows[0].rank == c.rank);
      CHECK(result.rows[0].best_rank == c.best_rank);
      CHECK(result.rows[0].miss == c.miss);
    }
  }
}

TEST_CASE("what cannot be compared does not count, and says why", "[advice]") {
  struct Case {
    GuideBacktestScope scope;
    std::string persona;
    const char* miss;
  };
  const Case cases[] = {
      {GuideBacktestScope::counted, persona("p", "fast", pick("h")), ""},
      {GuideBacktestScope::no_type, persona("p", "", pick("h")), ""},
      {GuideBacktestScope::buys_none, persona("p", "none", pick("h")), ""},
      {GuideBacktestScope::names_none, persona("p", "fast", ""), ""},
      {GuideBacktestScope::no_date, persona("p", "fast", pick("h"), "", "undated"), ""},
      {GuideBacktestScope::none_on_sale, persona("p", "fast", pick("later")), "not out until 2026-05"},
      {GuideBacktestScope::none_on_sale, persona("p", "fast", pick("unpriced")),
       "no price of the 24 months before is known"},
      {GuideBacktestScope::few_left, persona("p", "half", pick("d")), ""},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(enum_name(c.scope) << ' ' << c.miss) {
      const Judged result = judged(c.persona);
      REQUIRE(result.rows.size() == 1);
      CHECK(result.rows[0].scope == c.scope);
      CHECK(result.rows[0].miss == c.miss);
    }
  }
}

TEST_CASE("totals are means over the buyers that count", "[advice]") {
  const Judged result = judged(persona("hit", "fast", pick("h")) + ", " + persona("near", "cheap", pick("b")) + ", " +
                               persona("far", "cheap", pick("h")) + ", " + persona("few", "half", pick("d")));
  const GuideBacktestTotal total = backtest_total(result.rows);
  CHECK(total.rows == 3);
  CHECK_THAT(total.first, Catch::Matchers::WithinRel(1.0 / 3, 1e-12));
  CHECK_THAT(total.near, Catch::Matchers::WithinRel(2.0 / 3, 1e-12));
  CHECK_THAT(total.first_by_chance, Catch::Matchers::WithinRel(1.0 / 8, 1e-12));
  CHECK_THAT(total.near_by_chance, Catch::Matchers::WithinRel(3.0 / 8, 1e-12));
  CHECK(backtest_total({}).rows == 0);
}
