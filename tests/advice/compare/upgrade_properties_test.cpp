// What holds for every catalog and every owner, tried on random ones.

#include "advice/compare/upgrade.hpp"
#include "gpuadvisor/advice/constraints.hpp"
#include "gpuadvisor/advice/ranking.hpp"
#include "support/catch2.hpp"
#include "support/random_catalog.hpp"

using namespace gpuadvisor;

namespace {

/// A question of the owner of some GPU; null where the catalog has none.
UpgradeQuestion random_question(Dice& dice, const Catalog& catalog, const Request& request) {
  UpgradeQuestion question;
  const auto gpus = catalog.gpus();
  question.owned = &gpus[static_cast<std::size_t>(dice.number(0, static_cast<int>(gpus.size()) - 1))];
  question.workloads = {catalog.workload(request.workload)};
  question.asked = dice.one_in(4) ? request : Request();  // most that a request asks for leaves no card
  question.asked.support = Support::any;
  question.asked.count = {};
  question.asked.own_weights = false;
  question.least_gain = dice.one_of({1.1, 1.25, 1.5, 2.0});
  question.is_large = dice.one_in(2);
  return question;
}

}  // namespace

TEST_CASE("more money never leaves less to buy, nor makes it dearer", "[advice][properties]") {
  int upgrades = 0;
  for_each_random_request([&](const RandomRound& round, const Request& request, Dice& dice) {
    if (round.catalog.gpus().empty()) return;
    UpgradeQuestion question = random_question(dice, round.catalog, request);
    question.asked.budget = Usd{dice.number(1, 60) * 25.0};
    const WorkloadUpgrade poorer = upgrade(question, round.catalog).workloads.front();
    *question.asked.budget = *question.asked.budget + Usd{dice.number(0, 2000) / 2.0};
    if (dice.one_in(8)) question.asked.budget.reset();
    const WorkloadUpgrade richer = upgrade(question, round.catalog).workloads.front();
    const auto can_buy = [](const WorkloadUpgrade& answer) {
      return !answer.options.empty() && answer.options.front().is_within_budget;
    };
    REQUIRE((!can_buy(poorer) || can_buy(richer)));
    if (!can_buy(poorer)) return;
    ++upgrades;
    const Offer& before = poorer.options.front().offer;
    const Offer& after = richer.options.front().offer;
    REQUIRE(price_tier(after) <= price_tier(before));
    if (price_tier(after) == price_tier(before)) REQUIRE(*total_price(after) <= *total_price(before));
  });
  CHECK(upgrades > 50);
}

TEST_CASE("every step is worth it to who has the one before, and passes the request", "[advice][properties]") {
  for_each_random_request([&](const RandomRound& round, const Request& request, Dice& dice) {
    if (round.catalog.gpus().empty()) return;
    const UpgradeQuestion question = random_question(dice, round.catalog, request);
    const WorkloadUpgrade answer = upgrade(question, round.catalog).workloads.front();
    double last = 1;
    for (const UpgradeOption& step : answer.options) {
      REQUIRE(step.offer.gpu != question.owned);
      REQUIRE(step.gain.ratio >= last * question.least_gain * (1 - 1e-12));
      Request in_force = answer.request;
      in_force.budget.reset();
      REQUIRE(Judge(in_force, round.catalog).failures(step.offer).none());
      last = step.gain.ratio;
    }
  });
}

TEST_CASE("the guides' rule never keeps the slower of two cards and lets the faster go", "[advice][properties]") {
  int waits = 0;
  for_each_random_request(
      [&](const RandomRound& round, const Request& request, Dice& dice) {
        if (round.catalog.gpus().empty()) return;
        const std::string rule = R"({"guides": [{"id": "g", "title": "G", "author": "A", "source": "shop"}],
      "upgrade_rules": [{"guide": "g", "id": "r", "owned": ")" +
                                 std::string(round.catalog.gpus().front().id) +
                                 R"(", "except_workload": "rnn", "except_when": "large",
                         "says": "Keep it.", "source": "shop"}]})";
        const Catalog catalog = load_catalog(round.catalog, std::vector<CatalogLayer>{{{"rule.json", rule}}});
        UpgradeQuestion question = random_question(dice, catalog, request);
        const WorkloadUpgrade one = upgrade(question, catalog).workloads.front();
        question.owned = random_question(dice, catalog, request).owned;
        const WorkloadUpgrade other = upgrade(question, catalog).workloads.front();
        if (!one.speed || !other.speed) return;
        const WorkloadUpgrade& slower = *one.speed < *other.speed ? one : other;
        const WorkloadUpgrade& faster = *one.speed < *other.speed ? other : one;
        if (slower.guides->advice != UpgradeAdvice::wait) return;
        ++waits;
        REQUIRE(faster.guides->advice == UpgradeAdvice::wait);
      },
      4);
  CHECK(waits > 20);
}
