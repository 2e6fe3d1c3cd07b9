#include "advice/ranking/standing.hpp"

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "output/phrases/change_text.hpp"
#include "support/catch2.hpp"
#include "support/test_offers.hpp"
#include "support/test_rivals.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

struct Asked {
  Catalog catalog;
  Request request;
  Answer answer;

  [[nodiscard]] std::vector<Standing> standings_of(std::string_view id) const {
    return standings(*catalog.gpu(id), answer, request, catalog);
  }
};

/// test_rivals(): matrix $400, memory $380 and plain $250 used, $300 new fit; dear, $2000, does not.
Asked asked(RankBy rank_by = RankBy::performance) {
  Asked made;
  made.catalog = test_rivals();
  made.request = test_rivals_request(made.catalog);
  made.request.rank_by = rank_by;
  made.answer = recommend(made.catalog, made.request);
  return made;
}

}  // namespace

TEST_CASE("an offer that qualifies has its row's place, and is compared with the first row", "[advice]") {
  const Asked of = asked();
  const auto memory = of.standings_of("memory");
  REQUIRE(memory.size() == 1);
  CHECK(memory[0].rank == 2);
  CHECK(memory[0].group == 1);  // the step of the first
  CHECK(!memory[0].absence);
  REQUIRE(memory[0].contest);
  CHECK(memory[0].contest->pairing.ahead.offer.gpu->id == "matrix");
  CHECK(memory[0].contest->decider == Decider::memory);  // 12 GB against 8
  CHECK(memory[0].contest->to_win.winning == WinningPrice::none);
}

TEST_CASE("each condition that has a price is an offer", "[advice]") {
  const Asked of = asked();
  const auto plain = of.standings_of("plain");
  REQUIRE(plain.size() == 2);
  CHECK(plain[0].offer.price->condition == Condition::brand_new);
  CHECK(plain[0].rank == 4);
  CHECK(plain[1].rank == 3);  // the lower price
  CHECK(plain[1].contest->decider == Decider::figure);
}

TEST_CASE("the first row is compared with the next GPU", "[advice]") {
  const Asked of = asked();
  const auto matrix = of.standings_of("matrix");
  REQUIRE(matrix.size() == 1);
  CHECK(matrix[0].rank == 1);
  REQUIRE(matrix[0].contest);
  CHECK(matrix[0].contest->pairing.ahead.offer.gpu->id == "matrix");
  CHECK(matrix[0].contest->pairing.behind.compared.offer.gpu->id == "memory");
}

TEST_CASE("an offer that is left out says why, what lets it in, and its place then", "[advice]") {
  const Asked of = asked();
  const auto dear = of.standings_of("dear");
  REQUIRE(dear.size() == 1);
  CHECK(dear[0].rank == 0);
  REQUIRE(dear[0].absence);
  const Absence& absence = *dear[0].absence;
  REQUIRE(absence.rejections.size() == 1);
  CHECK(absence.rejections[0].reason == "$2,000, $1,000 over the budget");
  CHECK(!absence.is_hidden);
  CHECK(change_texts(absence.changes) == std::vector<std::string>{"--budget 2000"});
  CHECK(absence.rank == 1);  // 9 times the reference in two criteria
  CHECK(absence.rows == 5);
}

TEST_CASE("what only default constraints keep out is hidden", "[advice]") {
  Asked of;
  of.catalog = test_market();
  of.request = test_request(of.catalog);
  of.answer = recommend(of.catalog, of.request);
  const auto ended = of.standings_of("ended");
  REQUIRE(ended.size() == 2);
  CHECK(ended[1].absence->is_hidden);
  CHECK(change_texts(ended[1].absence->changes) == std::vector<std::string>{"--support any"});
  CHECK(ended[1].absence->rank == 2);  // 2 against 1, after "dear" with 9
}

TEST_CASE("by value, the price to win is that of equal speed per dollar", "[advice]") {
  const Asked of = asked(RankBy::value);
  const auto matrix = of.standings_of("matrix");
  REQUIRE(matrix[0].contest);
  CHECK(matrix[0].contest->pairing.ahead.offer.gpu->id == "plain");  // 1 / $250
  CHECK(matrix[0].contest->to_win.winning == WinningPrice::below);
  CHECK_THAT(matrix[0].contest->to_win.below->value(), WithinRel(250 * std::pow(2, 25.0 / 48), 1e-12));
}

TEST_CASE("a price to win puts the offer first, one above does not", "[advice]") {
  std::mt19937 random(1);
  const auto one_of = [&](std::initializer_list<double> values) { return values.begin()[random() % values.size()]; };
  const auto speed = [&] { return random() % 5 == 0 ? std::nullopt : std::optional(one_of({1.0, 1.05, 1.5})); };
  const auto age = [&] { return random() % 4 == 0 ? PriceAge::old : PriceAge::current; };
  int seen[3] = {0, 0, 0};
  for (int round = 0; round < 4000; ++round) {
    Market market;
    for (const char* id : {"a", "b"}) {
      market.add(id, speed(), one_of({200, 300, 1000}), one_of({8, 16}), one_of({100, 200}), age());
    }
    const RankBy rank_by = *enum_from_name<RankBy>(k_enum_names<RankBy>[random() % k_enum_names<RankBy>.size()]);
    const bool is_a = ranks_before(market.offers[0], market.offers[1], rank_by);
    const Offer& ahead = market.offers[is_a ? 0 : 1];
    const Offer& behind = market.offers[is_a ? 1 : 0];
    const auto wins_at = [&](double usd) {
      Offer cheaper = behind;
      cheaper.price->today = Usd{usd};
      cheaper.price->age = PriceAge::current;
      return ranks_before(cheaper, ahead, rank_by);
    };
    const auto [winning, below] = price_to_win(behind, ahead, rank_by);
    ++seen[static_cast<int>(winning)];
    switch (winning) {
      case WinningPrice::none:
        CHECK(!wins_at(0.01));
        break;
      case WinningPrice::below:
        CHECK(wins_at(below->value() * 0.999));
        CHECK(!wins_at(below->value() * 1.001));
        break;
      case WinningPrice::any:
        CHECK(wins_at(1e6));
        break;
    }
  }
  CHECK(seen[static_cast<int>(WinningPrice::none)] > 100);
  CHECK(seen[static_cast<int>(WinningPrice::below)] > 100);
  CHECK(seen[static_cast<int>(WinningPrice::any)] > 100);
}

TEST_CASE("any current price wins against an old one", "[advice]") {
  Market market;
  market.add("old", 3, 100, 24, 100, PriceAge::old);
  market.add("older", 1, 100, 8, 100, PriceAge::unusable);
  const PriceToWin found = price_to_win(market.offers[1], market.offers[0], RankBy::performance);
  CHECK(found.winning == WinningPrice::any);
  CHECK(!found.below);
}
