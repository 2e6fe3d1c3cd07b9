#include <string>
#include <vector>

#include "advice/request/constraint.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"
#include "support/test_market.hpp"

using namespace gpuadvisor;

namespace {

/// What is hidden as "constraint count best condition".
Strings hidden_of(const Answer& answer) {
  Strings lines;
  for (const Hidden& hidden : answer.hidden) {
    lines.push_back(std::string(constraints()[first(hidden.constraints)].id) + " " + std::to_string(hidden.gpus) + " " +
                    std::string(hidden.best.gpu->id) + " " + std::string(enum_name(hidden.best.price->condition)));
  }
  return lines;
}

Strings ids(const Answer& answer) {
  Strings found;
  for (const auto& row : answer.rows) found.emplace_back(row.offer.gpu->id);
  return found;
}

}  // namespace

TEST_CASE("an answer tells how many GPUs each default constraint hides, and the best of them", "[advice]") {
  const Catalog catalog = test_market();
  Request request = test_request(catalog);
  request.budget = Usd{1000};
  const Answer answer = recommend(catalog, request);
  CHECK(ids(answer) == Strings{"fits"});
  CHECK(hidden_of(answer) ==
        Strings{"installable 1 passive used", "support 2 ended used", "memory-floor 1 small used"});
  CHECK_THAT(answer.hidden[1].best.priority.value_or(0), Catch::Matchers::WithinRel(2.0, 1e-12));
  CHECK(answer.hidden_by_several.gpus == 1);  // "small-passive"; "dear" is over the budget
  CHECK(answer.excluded.total == 6);

  request.rank_by = RankBy::price;
  CHECK(hidden_of(recommend(catalog, request)) ==
        Strings{"installable 1 passive used", "support 2 ended-slow used", "memory-floor 1 small used"});
}

TEST_CASE("lifting one default constraint brings in what it hides", "[advice]") {
  const Catalog catalog = test_market();
  Request request = test_request(catalog);
  request.budget = Usd{1000};
  SECTION("installable") {
    request.forms.emplace();
    CHECK(ids(recommend(catalog, request)) == Strings{"fits", "passive"});
  }
  SECTION("support") {
    request.support = Support::any;
    CHECK(ids(recommend(catalog, request)) == Strings{"ended", "ended", "fits", "ended-slow"});
  }
  SECTION("memory floor") {
    request.min_memory = Gibibytes{0};
    CHECK(ids(recommend(catalog, request)) == Strings{"fits", "small"});
  }
  SECTION("all") {
    request.forms.emplace();
    request.support = Support::any;
    request.min_memory = Gibibytes{0};
    const Answer answer = recommend(catalog, request);
    CHECK(ids(answer) == Strings{"ended", "ended", "fits", "passive", "small", "small-passive", "ended-slow"});
    CHECK(hidden_of(answer).empty());
    CHECK(answer.hidden_by_several.gpus == 0);
  }
}

TEST_CASE("the constraints of an answer are told with it", "[advice]") {
  const Catalog catalog = test_market();
  const Answer answer = recommend(catalog, test_request(catalog));
  CHECK(answer.request.installable);
  CHECK(answer.request.support == Support::cuda);
  REQUIRE(answer.request.memory_floor);
  CHECK(answer.request.memory_floor->memory == Gibibytes{8});
}

TEST_CASE("a list has no default constraints, hides nothing and needs no near misses", "[advice]") {
  const Catalog catalog = test_market();
  Request request = test_request(catalog);
  const Answer all = list(catalog, request);
  CHECK(all.rows.size() == catalog.gpus().size());
  CHECK_FALSE(all.request.installable);
  CHECK_FALSE(all.request.support);
  CHECK_FALSE(all.request.memory_floor);

  request.support = Support::cuda;  // asked for: nothing that is left out is hidden by default
  request.budget = Usd{350};
  const Answer answer = list(catalog, request);
  CHECK(ids(answer) == Strings{"small", "small-passive"});
  CHECK(answer.excluded.total == 5);
  CHECK(hidden_of(answer) == Strings{});
  CHECK(answer.hidden_by_several.gpus == 0);
  CHECK(answer.near_misses.empty());
  CHECK_FALSE(answer.first_by_priority);
}

TEST_CASE("a list of the built-in catalog has every GPU", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Answer answer = list(catalog, test_request(catalog));
  CHECK(answer.rows.size() == catalog.gpus().size());
  CHECK(answer.excluded.total == 0);
}

TEST_CASE("the ranking by performance names what the score alone puts first, when it is another GPU", "[advice]") {
  // One step of 10 %: "large" goes first by its memory, "quick" by its score.
  const Catalog catalog =
      test_market({test_card("large", 16, 1.02), test_card("quick", 8, 1.08), test_card("gone", 8, 9)},
                  {test_used("large", 500), test_used("quick", 600), test_price("gone", "2024-01", "used", 700)});
  Request request = test_request(catalog);
  const Answer answer = recommend(catalog, request);
  CHECK(ids(answer) == Strings{"large", "quick", "gone"});
  REQUIRE(answer.first_by_priority);
  CHECK(answer.first_by_priority->gpu->id == "quick");  // not "gone", whose price is too old
  CHECK(answer.first_by_priority->price->today == Usd{600});

  for (const auto rank_by : {RankBy::value, RankBy::priority, RankBy::efficiency, RankBy::price, RankBy::memory}) {
    request.rank_by = rank_by;
    CHECK_FALSE(recommend(catalog, request).first_by_priority);
  }
  request.rank_by = RankBy::performance;
  request.budget = Usd{550};
  CHECK_FALSE(recommend(catalog, request).first_by_priority);  // "large" is first either way
  request.budget = Usd{1};
  CHECK_FALSE(recommend(catalog, request).first_by_priority);
}

TEST_CASE("an answer of fewer than five rows tells its near misses", "[advice]") {
  const auto answer = [](int fitting) {
    Strings gpus = {test_card("dear", 8)};
    Strings prices = {test_used("dear", 600)};
    for (int i = 0; i < fitting; ++i) {
      gpus.push_back(test_card("card-" + std::to_string(i), 8));
      prices.push_back(test_used("card-" + std::to_string(i), 400));
    }
    const Catalog catalog = test_market(gpus, prices);
    Request request = test_request(catalog);
    request.budget = Usd{500};
    const Answer found = recommend(catalog, request);
    CHECK(found.rows.size() == static_cast<std::size_t>(fitting));
    return found.near_misses.size();
  };
  CHECK(answer(0) == 1);
  CHECK(answer(4) == 1);
  CHECK(answer(5) == 0);
}
