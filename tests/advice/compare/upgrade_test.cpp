#include "advice/compare/upgrade.hpp"

#include <cmath>

#include "support/catch2.hpp"
#include "support/test_market.hpp"

using namespace gpuadvisor;

namespace {

/// The guide "old" of 2019 keeps who owns "kept", but for transformers whose networks are large; "older" said so of
/// "owned" before.
const std::string k_rules = R"("guides": [
      {"id": "old", "title": "Old", "author": "A", "date": "2019", "source": "shop"},
      {"id": "older", "title": "Older", "author": "A", "date": "2018", "source": "shop"}],
    "upgrade_rules": [
      {"guide": "old", "id": "wait", "owned": "kept", "except_workload": "transformer",
       "except_when": "the networks are large", "says": "Keep it.", "source": "shop"},
      {"guide": "older", "id": "wait", "owned": "owned", "says": "Keep it longer.", "source": "shop"}])";

std::string with_rules(const std::string& members) { return test_document(members + ", " + k_rules); }

/// Cards of speeds 1 to 9 by their scores; "owned" is one of 1.00 and 8 GB that fetches $100 used.
Catalog upgrade_market() {
  const std::string gpus = test_card("owned", 8) + "," + test_card("kept", 8, 1.2) + "," + test_card("bit", 8, 1.4) +
                           "," + test_card("half", 8, 1.5) + "," + test_card("small", 6, 3) + "," +
                           test_card("twice", 12, 2.25) + "," + test_card("nine", 16, 9) + "," +
                           test_card("stale", 8, 8) + "," + test_card("unpriced", 8, 8);
  const std::string prices = test_used("owned", 100) + "," + test_used("bit", 50) + "," + test_used("half", 300) + "," +
                             test_used("small", 200) + "," + test_used("twice", 500) + "," + test_used("nine", 2000) +
                             "," + test_price("stale", "2025-01", "used", 40) + "," +
                             test_price("nine", "2026-06", "new", 2500);
  return catalog_from(with_rules("\"gpus\": [" + gpus + "], \"prices\": [" + prices + "], " + test_support()));
}

UpgradeQuestion question_about(const Catalog& catalog, std::string_view gpu, std::string_view workload = "cnn") {
  UpgradeQuestion question;
  question.owned = catalog.gpu(gpu);
  question.workloads = {catalog.workload(workload)};
  question.asked.support = Support::any;
  return question;
}

WorkloadUpgrade answer_to(const UpgradeQuestion& question, const Catalog& catalog) {
  return upgrade(question, catalog).workloads.front();
}

Strings ids_of(const WorkloadUpgrade& answer) {
  Strings ids;
  for (const UpgradeOption& option : answer.options) ids.emplace_back(option.offer.gpu->id);
  return ids;
}

}  // namespace

TEST_CASE("the smallest step is the cheapest card that gains enough, the next ones by the same rule", "[advice]") {
  const Catalog catalog = upgrade_market();
  const Upgrade found = upgrade(question_about(catalog, "owned"), catalog);
  const WorkloadUpgrade& answer = found.workloads.front();
  // "bit" gains too little, "small" has less memory, "stale" is cheap but last priced a year and a half ago.
  CHECK(ids_of(answer) == Strings{"half", "twice", "nine"});
  REQUIRE(found.resale);
  CHECK(found.resale->today == Usd{100});
  const UpgradeOption& first = answer.options.front();
  CHECK_THAT(first.gain.ratio, Catch::Matchers::WithinRel(1.5, 1e-9));
  CHECK(first.cost == Usd{200});  // 300 - 100
  REQUIRE(first.cost_per_point);
  CHECK_THAT(first.cost_per_point->value(), Catch::Matchers::WithinRel(400.0, 1e-9));  // 200 / (1.5 - 1)
  CHECK(answer.options.back().offer.price->condition == Condition::used);              // 2000 used, 2500 new
}

TEST_CASE("a card is worth its price where speed gained costs at most twice what as much of the owned one sells for",
          "[advice]") {
  struct Case {
    double price;
    UpgradeChoice choice;
    double times_own;  // (price - 100) / (100 * (1.5 - 1))
  };
  for (const Case& c : {Case{150, UpgradeChoice::replace, 1}, Case{200, UpgradeChoice::replace, 2},
                        Case{201, UpgradeChoice::keep, 2.02}}) {
    DYNAMIC_SECTION(c.price) {
      const Catalog catalog = catalog_from(
          test_document("\"gpus\": [" + test_card("owned", 8) + "," + test_card("half", 8, 1.5) + "], \"prices\": [" +
                        test_used("owned", 100) + "," + test_used("half", c.price) + "], " + test_support()));
      const WorkloadUpgrade answer = answer_to(question_about(catalog, "owned"), catalog);
      CHECK(answer.choice == c.choice);
      REQUIRE(answer.best);
      CHECK(answer.best->offer.gpu->id == "half");
      REQUIRE(answer.best->times_own);
      CHECK_THAT(*answer.best->times_own, Catch::Matchers::WithinRel(c.times_own, 1e-9));
    }
  }
}

TEST_CASE("the cheapest card that is worth its price is advised, not the cheapest that is fast enough", "[advice]") {
  const Catalog catalog =
      catalog_from(test_document("\"gpus\": [" + test_card("owned", 8) + "," + test_card("half", 8, 1.5) + "," +
                                 test_card("thrice", 8, 3) + "], \"prices\": [" + test_used("owned", 100) + "," +
                                 test_used("half", 300) + "," + test_used("thrice", 400) + "], " + test_support()));
  UpgradeQuestion question = question_about(catalog, "owned");
  const WorkloadUpgrade answer = answer_to(question, catalog);
  CHECK(answer.choice == UpgradeChoice::replace);
  CHECK(answer.best->offer.gpu->id == "thrice");          // (400 - 100) / (100 * 2) = 1.5
  CHECK(answer.options.front().offer.gpu->id == "half");  // (300 - 100) / (100 * 0.5) = 4
  question.asked.budget = Usd{399};
  CHECK(answer_to(question, catalog).choice == UpgradeChoice::keep);
}

TEST_CASE("what is asked of a new card decides which step is the smallest", "[advice]") {
  const Catalog catalog = upgrade_market();
  struct Case {
    const char* name;
    void (*ask)(UpgradeQuestion&);
    Strings options;
  };
  const Case cases[] = {
      {"a larger gain", [](UpgradeQuestion& asked) { asked.least_gain = 2; }, {"twice", "nine"}},
      {"less memory", [](UpgradeQuestion& asked) { asked.asked.min_memory = Gibibytes{0}; }, {"small", "nine"}},
      {"more memory", [](UpgradeQuestion& asked) { asked.asked.min_memory = Gibibytes{10}; }, {"twice", "nine"}},
      {"a budget that the price is within",
       [](UpgradeQuestion& asked) { asked.asked.budget = Usd{300}; },
       {"half", "twice", "nine"}},
      {"a budget that buys an old price alone, which nobody asks now",
       [](UpgradeQuestion& asked) { asked.asked.budget = Usd{299}; },
       {"half", "twice", "nine"}},
      {"a budget that buys nothing",
       [](UpgradeQuestion& asked) { asked.asked.budget = Usd{39}; },
       {"half", "twice", "nine"}},
      {"a gain that nothing has", [](UpgradeQuestion& asked) { asked.least_gain = 10; }, {}},
      {"new cards only", [](UpgradeQuestion& asked) { asked.asked.condition = Condition::brand_new; }, {"nine"}},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      UpgradeQuestion question = question_about(catalog, "owned");
      c.ask(question);
      const WorkloadUpgrade answer = answer_to(question, catalog);
      CHECK(ids_of(answer) == c.options);
      REQUIRE(answer.best);
      CHECK(answer.best->is_fast_enough != c.options.empty());  // else the most that is to be had
    }
  }
}

TEST_CASE("steps beyond the budget are told as such", "[advice]") {
  const Catalog catalog = upgrade_market();
  UpgradeQuestion question = question_about(catalog, "owned");
  question.asked.budget = Usd{499};
  const auto steps = answer_to(question, catalog).options;
  REQUIRE(steps.size() == 3);
  CHECK(steps[0].is_within_budget);
  CHECK_FALSE(steps[1].is_within_budget);  // 500
  CHECK_FALSE(steps[2].is_within_budget);
}

TEST_CASE("a gain that may be none is no gain", "[advice]") {
  // By hand: ln(1.6 / 1) = 0.47; the half-widths 0.336 = ln(1.4) of both make 0.476 together, and 0.262 = ln(1.3)
  // 0.371.
  CHECK_FALSE(is_worth_it({1.6, 1.6 / std::exp(0.476), 1.6 * std::exp(0.476)}, 1.5));
  CHECK(is_worth_it({1.6, 1.6 / std::exp(0.371), 1.6 * std::exp(0.371)}, 1.5));
  CHECK_FALSE(is_worth_it({1.49, 1.4, 1.6}, 1.5));
  CHECK(is_worth_it({1.5, std::nullopt, std::nullopt}, 1.5));
}

TEST_CASE("what a card fetches can be more than the step costs, and then no point has a price", "[advice]") {
  const std::string gpus = test_card("owned", 8) + "," + test_card("better", 8, 2) + "," + test_card("kept", 8, 1.2);
  const Catalog catalog = catalog_from(with_rules("\"gpus\": [" + gpus + "], \"prices\": [" + test_used("owned", 300) +
                                                  "," + test_used("better", 250) + "], " + test_support()));
  const WorkloadUpgrade answer = answer_to(question_about(catalog, "owned"), catalog);
  REQUIRE(answer.options.size() == 1);
  CHECK(answer.options[0].cost == Usd{-50});
  CHECK_FALSE(answer.options[0].cost_per_point);
}

TEST_CASE("the guides' rule is that of the newest guide, and holds for what is as fast as its card", "[advice]") {
  const Catalog catalog = upgrade_market();
  struct Case {
    const char* gpu;
    const char* workload;
    bool is_large;
    UpgradeAdvice expected;
  };
  const Case cases[] = {
      {"kept", "cnn", false, UpgradeAdvice::wait},           {"nine", "rnn", false, UpgradeAdvice::wait},
      {"owned", "cnn", false, UpgradeAdvice::open},          {"kept", "transformer", false, UpgradeAdvice::wait},
      {"kept", "transformer", true, UpgradeAdvice::upgrade}, {"kept", "cnn", true, UpgradeAdvice::wait},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.gpu << ", " << c.workload << (c.is_large ? ", large" : "")) {
      UpgradeQuestion question = question_about(catalog, c.gpu, c.workload);
      question.is_large = c.is_large;
      const WorkloadUpgrade answer = answer_to(question, catalog);
      REQUIRE(answer.guides);
      CHECK(answer.guides->guide->id == "old");
      CHECK(answer.guides->advice == c.expected);
    }
  }
}

TEST_CASE("large networks need the memory that the guides advise", "[advice]") {
  const Catalog catalog = test_market({test_card("owned", 8), test_card("enough", 8, 3), test_card("large", 24, 2)},
                                      {test_used("enough", 100), test_used("large", 900)});
  UpgradeQuestion question = question_about(catalog, "owned");
  CHECK(ids_of(answer_to(question, catalog)) == Strings{"enough"});
  question.is_large = true;  // 24 GB for CNNs, by the test market
  CHECK(ids_of(answer_to(question, catalog)) == Strings{"large"});
  CHECK_FALSE(answer_to(question, catalog).guides);  // no guide there
}
