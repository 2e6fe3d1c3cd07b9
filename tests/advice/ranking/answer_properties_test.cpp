// What holds for every catalog and every request, tried on random ones. A failure names its round and request, which
// are the same each time.

#include <functional>
#include <set>
#include <string>

#include "gpuadvisor/advice/recommend.hpp"
#include "support/answer_sets.hpp"
#include "support/catch2.hpp"
#include "support/random_catalog.hpp"

using namespace gpuadvisor;

namespace {

/// The rows of these GPUs in order, marked where they share a group with the one before.
Strings places(const Answer& answer, const std::set<std::string, std::less<>>& ids) {
  Strings found;
  int group = 0;
  for (const auto& row : answer.rows) {
    if (!ids.contains(row.offer.gpu->id)) continue;
    found.push_back(text_of(row.offer) + (row.group == group ? " =" : ""));
    group = row.group;
  }
  return found;
}

}  // namespace

TEST_CASE("more money never takes a row away nor lowers the best score", "[advice][properties]") {
  for_each_random_request([](const RandomRound& round, Request request, Dice& dice) {
    request.budget = Usd{dice.number(1, 60) * 25.0};
    const Answer poorer = recommend(round.catalog, request);
    const Answer poorer_list = list(round.catalog, request);
    *request.budget = *request.budget + Usd{dice.number(0, 2000) / 2.0};
    if (dice.one_in(8)) request.budget.reset();
    const Answer richer = recommend(round.catalog, request);
    REQUIRE(has_all(richer, poorer));
    REQUIRE(best_score(richer) >= best_score(poorer));
    REQUIRE(best_score(list(round.catalog, request)) >= best_score(poorer_list));
  });
}

TEST_CASE("asking for more memory never adds a row nor raises the best score", "[advice][properties]") {
  for_each_random_request([](const RandomRound& round, Request request, Dice& dice) {
    request.min_memory = Gibibytes{dice.number(0, 24) * 1.0};
    const Answer smaller = recommend(round.catalog, request);
    *request.min_memory = *request.min_memory + Gibibytes{dice.number(0, 32) / 2.0};
    const Answer larger = recommend(round.catalog, request);
    REQUIRE(has_all(smaller, larger));
    REQUIRE(best_score(larger) <= best_score(smaller));
  });
}

TEST_CASE("other GPUs and the order of records never swap two rows, nor part or join them", "[advice][properties]") {
  for (std::size_t i = 0; i < random_rounds().size(); i += 2) {
    INFO("round " << i);
    const RandomRound& round = random_rounds()[i];
    Dice dice(static_cast<unsigned>(i));
    RandomRecords fewer = round.records;
    fewer.shuffle(dice);
    std::erase_if(fewer.products, [&](const auto&) { return dice.one_in(3); });
    std::set<std::string, std::less<>> kept = {"clock"};
    for (const auto& product : fewer.products) kept.insert(product.id);
    const Catalog some = fewer.catalog();
    for (Request request : round.requests) {
      request.supply.reset();  // estimates of power supplies rest on other GPUs
      REQUIRE(places(list(some, request), kept) == places(list(round.catalog, request), kept));
      const Answer answer = recommend(round.catalog, request);
      const Answer other = recommend(some, request);
      // Of vendors that make no cards, others are wanted: that does depend on the catalog.
      if (other.request.installable == answer.request.installable) REQUIRE(places(other, kept) == places(answer, kept));
    }
  }
}

TEST_CASE("a ranking is the order of any two offers, without gaps, its groups called by their first",
          "[advice][properties]") {
  for_each_random_request([](const RandomRound& round, const Request& request, Dice&) {
    const auto rows = ranking(offers_of(round, request), request.rank_by);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      REQUIRE(rows[i].rank == static_cast<int>(i) + 1);
      REQUIRE((rows[i].group == rows[i].rank || (i > 0 && rows[i].group == rows[i - 1].group)));
      for (std::size_t k = 0; k < rows.size(); ++k) {
        REQUIRE(ranks_before(rows[i].offer, rows[k].offer, request.rank_by) == (i < k));
      }
    }
  });
}
