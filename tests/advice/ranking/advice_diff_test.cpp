#include "advice/ranking/advice_diff.hpp"

#include <string>
#include <vector>

#include "gpuadvisor/scoring/rank_order_weights.hpp"
#include "support/catch2.hpp"
#include "support/test_market.hpp"

using namespace gpuadvisor;

namespace {

/// "fast" scores twice "slow"; both run CNNs.
Catalog market(const Strings& prices) { return test_market({test_card("fast", 8, 2), test_card("slow", 8)}, prices); }

AnswerDiff answer_diff(const Catalog& before, const Catalog& after, std::optional<Usd> budget = std::nullopt) {
  return advice_diff(before, after, {{"cnn"}, {budget}}).answers.at(0);
}

/// `fast 1 -> 2`, with a dash where there is no row.
Strings moves(const AnswerDiff& diff) {
  const auto rank = [](const std::optional<AdvisedOffer>& offer) {
    return offer ? std::to_string(offer->rank) : std::string("-");
  };
  Strings found;
  for (const RankChange& move : diff.moves) {
    found.push_back(std::string(move.gpu->id) + " " + rank(move.before) + " -> " + rank(move.after));
  }
  return found;
}

/// So many cards, the first the slowest, each at $100.
Catalog crowd(int cards) {
  Strings gpus;
  Strings prices;
  for (int i = 1; i <= cards; ++i) {
    const std::string id = "card-" + std::to_string(i);
    gpus.push_back(test_card(id, 8, i));
    prices.push_back(test_used(id, 100));
  }
  return test_market(gpus, prices);
}

}  // namespace

TEST_CASE("a price that leaves a budget changes the answer within it, and no other", "[advice]") {
  const Catalog before = market({test_used("fast", 500), test_used("slow", 300)});
  const Catalog after = market({test_used("fast", 600), test_used("slow", 300)});
  const AdviceDiff diff = advice_diff(before, after, {{"cnn"}, {std::nullopt, Usd{500}, Usd{600}}});
  REQUIRE(diff.answers.size() == 3);
  CHECK(moves(diff.answers[0]).empty());
  CHECK(moves(diff.answers[1]) == Strings{"slow 2 -> 1", "fast 1 -> -"});
  CHECK(diff.answers[1].has_new_first());
  CHECK(diff.answers[1].first_before.gpu->id == "fast");
  CHECK(diff.answers[1].first_after.gpu->id == "slow");
  CHECK(diff.answers[1].rows_before == 2);
  CHECK(diff.answers[1].rows_after == 1);
  CHECK(moves(diff.answers[2]).empty());
  REQUIRE(diff.affordability.size() == 2);  // no budget is none to be within
  CHECK(diff.affordability[0].gained.empty());
  REQUIRE(diff.affordability[0].lost.size() == 1);
  CHECK(diff.affordability[0].lost[0].gpu->id == "fast");
  CHECK(diff.affordability[0].lost[0].price_before->today == Usd{500});
  CHECK(diff.affordability[0].lost[0].price_after->today == Usd{600});
  CHECK(diff.affordability[1].lost.empty());
}

TEST_CASE("what is gained one way is lost the other", "[advice]") {
  const Catalog before = market({test_used("fast", 500), test_used("slow", 300)});
  const Catalog after = market({test_used("fast", 200), test_used("slow", 300)});
  const auto there = advice_diff(before, after, {{"cnn"}, {Usd{250}}}).affordability.at(0);
  const auto back = advice_diff(after, before, {{"cnn"}, {Usd{250}}}).affordability.at(0);
  REQUIRE(there.gained.size() == 1);
  REQUIRE(back.lost.size() == 1);
  CHECK(there.gained[0].gpu->id == back.lost[0].gpu->id);
  CHECK(there.lost.empty());
  CHECK(back.gained.empty());
}

TEST_CASE("being within a budget is no matter of what a card is good for", "[advice]") {
  const auto with = [](double usd) {
    return test_market({test_card("slow", 8), test_card("small", 2, 1, k_passive)},
                       {test_used("slow", 300), test_used("small", usd)});
  };
  const Catalog before = with(90);
  const Catalog after = with(40);
  const AdviceDiff diff = advice_diff(before, after, {{"cnn"}, {Usd{50}}});
  CHECK(diff.answers[0].moves.empty());
  REQUIRE(diff.affordability[0].gained.size() == 1);
  CHECK(diff.affordability[0].gained[0].gpu->id == "small");
}

TEST_CASE("the same card in another condition is another first row", "[advice]") {
  const Catalog before = market({test_used("fast", 500)});
  const Catalog after = market({test_price("fast", "2026-06-30", "new", 500)});
  const AnswerDiff diff = answer_diff(before, after);
  CHECK(diff.has_new_first());
  CHECK(diff.first_before.condition == Condition::used);
  CHECK(diff.first_after.condition == Condition::brand_new);
}

TEST_CASE("the eleventh row is not at the top", "[advice]") {
  const Catalog before = crowd(10);
  const Catalog after = crowd(11);
  const AnswerDiff diff = answer_diff(before, after);
  REQUIRE(diff.moves.size() == 11);
  CHECK(diff.moves.front().gpu->id == "card-11");
  CHECK(diff.moves.front().enters_top());
  CHECK(diff.moves[1].moves_in_top());
  const RankChange& last = diff.moves.back();
  CHECK(last.gpu->id == "card-1");
  CHECK(last.before->rank == 10);
  CHECK(last.after->rank == 11);
  CHECK(last.leaves_top());
  CHECK_FALSE(last.enters_top());
}

TEST_CASE("an empty answer has no first row", "[advice]") {
  const Catalog catalog = market({test_used("fast", 500)});
  const AnswerDiff diff = answer_diff(catalog, catalog, Usd{10});
  CHECK(diff.first_before.gpu == nullptr);
  CHECK_FALSE(diff.has_new_first());
  CHECK(diff.rows_after == 0);
}

TEST_CASE("only workloads of both catalogs can be compared", "[advice]") {
  const Catalog both = market({});
  CHECK(comparable_workloads(both, both) == std::vector<std::string_view>{"cnn", "rnn", "transformer", "general"});
  CHECK(comparable_workloads(Catalog(), both).empty());
}
