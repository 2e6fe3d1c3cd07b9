// Several equal GPUs in one offer.

#include <fmt/format.h>

#include <string>
#include <vector>

#include "advice/plan/work_speed.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "output/phrases/change_text.hpp"
#include "support/catch2.hpp"
#include "support/test_market.hpp"
#include "support/test_offers.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

/// A new card of speed 1.5 and 310 W for $1100, and a used one of speed 1 and 200 W for $500. Two train CNNs 1.9 times
/// as fast, three 2.4 and four 2.5 times; of RNNs nothing is known.
Catalog two_cards() {
  const std::string gpus =
      test_card("new-one", 16, 1.5, R"(, "tdp_w": 310)") + "," + test_card("used-one", 8, 1, R"(, "tdp_w": 200)");
  const std::string prices = test_price("new-one", "2026-06-30", "new", 1100) + "," + test_used("used-one", 500);
  return catalog_from(test_document("\"gpus\": [" + gpus + "], \"prices\": [" + prices + R"(], "speedups": [
    {"workload": "cnn", "count": 2, "basis": "guide", "speedup": 1.9, "sources": ["shop"]},
    {"workload": "cnn", "count": 3, "basis": "guide", "speedup": 2.4, "sources": ["shop"]},
    {"workload": "cnn", "count": 4, "basis": "guide", "speedup": 2.5, "sources": ["shop"]}])"));
}

Request asked(const Catalog& catalog, CountRange count, std::optional<double> budget = std::nullopt) {
  Request request = test_request(catalog);
  request.support = Support::any;
  request.count = count;
  if (budget) request.budget = Usd{*budget};
  return request;
}

/// "2x used-one 1.90".
std::string text_of(const Offer& offer) {
  return fmt::format("{}x {} {}", offer.count, offer.gpu->id, offer.speed ? fmt::format("{:.2f}", *offer.speed) : "-");
}

Strings rows_of(const Answer& answer) {
  Strings found;
  for (const auto& row : answer.rows) found.push_back(text_of(row.offer));
  return found;
}

}  // namespace

TEST_CASE("several GPUs reach a figure that fewer do not, however they rank", "[advice]") {
  const Catalog catalog = two_cards();
  for (const RankBy rank_by : {RankBy::performance, RankBy::price}) {
    Request request = asked(catalog, {1, 4});
    request.rank_by = rank_by;
    request.price = {Usd{900}, Usd{1300}};
    CHECK(rows_of(recommend(catalog, request)) == Strings{"2x used-one 1.90", "1x new-one 1.50"});
    request.price = {Usd{1001}, Usd{1099}};
    const Answer none = recommend(catalog, request);
    CHECK(none.rows.empty());
    CHECK(none.excluded.total == 2);
    CHECK(none.excluded.by_constraint[1] == 2);  // price
    request.price.reset();
    request.power = {Watts{350}, Watts{450}};
    CHECK(rows_of(recommend(catalog, request)) == Strings{"2x used-one 1.90"});
  }
}

TEST_CASE("several GPUs compete with one, each GPU in the number that ranks best", "[advice]") {
  struct Case {
    const char* name;
    CountRange count;
    std::optional<double> budget;
    RankBy rank_by;
    Strings rows;
  };
  const Case cases[] = {
      {"one", {1, 1}, 1100, RankBy::performance, {"1x new-one 1.50", "1x used-one 1.00"}},
      {"two used beat one new", {1, 2}, 1100, RankBy::performance, {"2x used-one 1.90", "1x new-one 1.50"}},
      {"exactly fits", {1, 2}, 1000, RankBy::performance, {"2x used-one 1.90"}},
      {"a dollar less", {1, 2}, 999, RankBy::performance, {"1x used-one 1.00"}},
      {"only two", {2, 2}, 2199, RankBy::performance, {"2x used-one 1.90"}},
      {"no budget", {1, 3}, {}, RankBy::performance, {"3x new-one 3.60", "3x used-one 2.40"}},
      {"a fourth is within the step of three",
       {1, 4},
       2000,
       RankBy::performance,
       {"3x used-one 2.40", "1x new-one 1.50"}},
      {"of unknown speed only without others", {5, 6}, {}, RankBy::performance, {"5x new-one -", "5x used-one -"}},
      {"known ones before unknown", {1, 8}, {}, RankBy::performance, {"3x new-one 3.60", "3x used-one 2.40"}},
      {"by price", {1, 4}, {}, RankBy::price, {"1x used-one 1.00", "1x new-one 1.50"}},
      {"by value, of all", {2, 4}, {}, RankBy::value, {"2x used-one 1.90", "2x new-one 2.85"}},
      {"by efficiency, of all", {2, 4}, {}, RankBy::efficiency, {"2x used-one 1.90", "2x new-one 2.85"}},
  };
  const Catalog catalog = two_cards();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      Request request = asked(catalog, c.count, c.budget);
      request.rank_by = c.rank_by;
      CHECK(rows_of(recommend(catalog, request)) == c.rows);
    }
  }
}

TEST_CASE("price, power, value and efficiency are those of all GPUs, memory is that of one", "[advice]") {
  const Catalog catalog = two_cards();
  const Answer answer = recommend(catalog, asked(catalog, {2, 2}, 1000));
  REQUIRE(answer.rows.size() == 1);
  const Offer& two = answer.rows[0].offer;
  CHECK(total_price(two) == Usd{1000});
  CHECK(power(two) == Watts{400});
  CHECK_THAT(value(two).value(), WithinRel(1.9, 1e-9));
  CHECK_THAT(efficiency(two).value(), WithinRel(4.75, 1e-9));  // 1.9 / 0.4

  Request request = asked(catalog, {1, 2});
  request.min_memory = Gibibytes{12};
  CHECK(rows_of(recommend(catalog, request)) == Strings{"2x new-one 2.85"});
  request = asked(catalog, {1, 2});
  request.max_power = Watts{400};
  CHECK(rows_of(recommend(catalog, request)) == Strings{"2x used-one 1.90", "1x new-one 1.50"});
  request.max_power = Watts{399};
  CHECK(rows_of(recommend(catalog, request)) == Strings{"1x new-one 1.50", "1x used-one 1.00"});
}

TEST_CASE("near misses of several GPUs tell what all of them cost and draw", "[advice]") {
  const Catalog catalog = two_cards();
  const auto first_miss = [&](const Request& request) {
    const Answer answer = recommend(catalog, request);
    REQUIRE_FALSE(answer.near_misses.empty());
    const NearMiss& miss = answer.near_misses.front();
    REQUIRE(miss.changes.size() == 1);
    return text_of(miss.offer) + ": " + change_texts(miss.changes)[0] + ": " + miss.missing[0].reason;
  };
  CHECK(first_miss(asked(catalog, {1, 2}, 900)) == "2x used-one 1.90: --budget 1000: $1,000, $100 over the budget");
  CHECK(first_miss(asked(catalog, {2, 2}, 500)) == "2x used-one 1.90: --budget 1000: $1,000, $500 over the budget");
  Request request = asked(catalog, {2, 2});
  request.max_power = Watts{350};
  CHECK(first_miss(request) == "2x used-one 1.90: --max-power 400: draws 400 W, at most 350 W wanted");
}

TEST_CASE("of equal speed, memory and price fewer GPUs go first", "[advice]") {
  Market market;
  market.add("a", 1.05, 200, 8);
  market.add("b", 1.02, 400, 8);
  market.add("c", 1.08, 100, 8);
  market.offers[0].count = 2;
  market.offers[2].count = 4;
  CHECK(ids(ranking(market.offers, RankBy::performance)) == std::vector<std::string>{"b", "a", "c"});
}

TEST_CASE("a list is of single GPUs", "[advice]") {
  const Catalog catalog = two_cards();
  CHECK(rows_of(list(catalog, asked(catalog, {2, 4}))) == Strings{"1x new-one 1.50", "1x used-one 1.00"});
}

TEST_CASE("several GPUs have the index of one times the speed-up, and the uncertainty of both", "[advice]") {
  const Catalog catalog = catalog_from(test_document(R"("gpus": [)" + test_card("card", 8) + R"(], "scores": [
    {"gpu": "card", "workload": "cnn", "precision": "fp16", "index": 2, "low": 1.6, "high": 2.5, "measurements": 3,
     "sources": ["tracker"]}], "speedups": [
    {"workload": "cnn", "count": 2, "basis": "measured", "speedup": 2, "low": 1.6, "high": 2, "sources": ["shop"]},
    {"workload": "cnn", "count": 3, "basis": "guide", "speedup": 2.5, "sources": ["shop"]}])"));
  const Request request = with_defaults(asked(catalog, {1, 4}), catalog);
  REQUIRE(request.speed_kind == SpeedKind::index);
  const WorkSpeed speed(request, catalog);
  const Gpu* card = catalog.gpu("card");
  const auto of = [&](int count) { return speed.performance(*card, count); };
  CHECK(of(1)->index == 2);
  CHECK(of(1)->low == 1.6);
  CHECK_THAT(of(2)->index, WithinRel(4.0, 1e-12));
  CHECK_THAT(of(2)->low, WithinRel(2.9174844, 1e-7));  // 4 / exp(sqrt(2) ln 1.25)
  CHECK_THAT(of(2)->high, WithinRel(5.0, 1e-12));
  CHECK_THAT(of(3)->index, WithinRel(5.0, 1e-12));
  CHECK_THAT(of(3)->low, WithinRel(4.0, 1e-12));  // nothing tells how far off the guide may be
  CHECK_FALSE(of(4));
  CHECK(of(2)->measurements == 3);
}
