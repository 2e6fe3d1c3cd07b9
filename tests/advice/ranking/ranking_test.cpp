#include "gpuadvisor/advice/ranking.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_offers.hpp"

using namespace gpuadvisor;

namespace {

constexpr RankBy k_all_rankings[] = {RankBy::performance, RankBy::value,  RankBy::priority, RankBy::efficiency,
                                     RankBy::price,       RankBy::memory, RankBy::cost,     RankBy::price_per_gb};

}  // namespace

TEST_CASE("each ranking puts its own best first, unknown last", "[advice]") {
  Market market;  //       score  usd   GB   W
  market.add("fast", 3.0, 2000, 24, 400);
  market.add("cheap", 1.0, 100, 8, 150);
  market.add("big", 2.0, 5000, 48, 300);
  market.add("frugal", 0.9, 500, 8, 70);
  market.add("unrated", std::nullopt, 300, 16, 200);
  market.add("unpriced", 1.5, std::nullopt, 12, 500);
  struct Case {
    RankBy rank_by;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {RankBy::performance, {"fast", "big", "cheap", "frugal", "unrated", "unpriced"}},  // steps 11, 7, 4, 0, -2
      {RankBy::priority, {"fast", "big", "cheap", "frugal", "unrated", "unpriced"}},
      {RankBy::value, {"cheap", "frugal", "fast", "big", "unrated", "unpriced"}},       // 10, 1.8, 1.5, 0.4
      {RankBy::efficiency, {"frugal", "fast", "cheap", "big", "unrated", "unpriced"}},  // 12.9, 7.5, 6.67, 6.67
      {RankBy::price, {"cheap", "unrated", "frugal", "fast", "big", "unpriced"}},
      {RankBy::price_per_gb, {"cheap", "unrated", "frugal", "fast", "big", "unpriced"}},  // 12.5, 18.8, 62.5, 83, 104
      {RankBy::memory, {"big", "fast", "unrated", "cheap", "frugal", "unpriced"}},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(enum_name(c.rank_by)) {
      const auto ranked = ids(ranking(market.offers, c.rank_by));
      if (c.rank_by == RankBy::efficiency) {
        CHECK(std::vector(ranked.begin(), ranked.begin() + 2) == std::vector<std::string>{"frugal", "fast"});
        CHECK(std::vector(ranked.end() - 2, ranked.end()) == std::vector<std::string>{"unrated", "unpriced"});
      } else {
        CHECK(ranked == c.expected);
      }
    }
  }
}

TEST_CASE("tokens per second rank in place of the index where they are told", "[advice]") {
  Market market;
  market.add("dear", 0.239, 1703, 20);    // 19.7 tokens/s: step 31 of 10 %
  market.add("cheap", 0.235, 1362, 24);   // 23.6: step 33
  market.add("dearer", 0.300, 1900, 48);  // 24.2: step 33, so that the price decides
  market.offers[0].tokens_per_second = 19.7;
  market.offers[1].tokens_per_second = 23.6;
  market.offers[2].tokens_per_second = 24.2;
  for (Offer& offer : market.offers) offer.fit = FitVerdict::fits;
  CHECK(ids(ranking(market.offers, RankBy::performance)) == std::vector<std::string>{"cheap", "dearer", "dear"});
}

TEST_CASE("each further card in a desktop must be faster by 5 % or save 15 %", "[advice]") {
  Market market;
  market.add("four", 1.0, 590, 12);
  market.add("two", 1.0, 1362, 24);
  market.add("one", 1.0, 4000, 48);
  market.add("three", 2.0, 900, 16);
  market.offers[0].count = 4;
  market.offers[1].count = 2;
  market.offers[3].count = 3;
  for (Offer& offer : market.offers) offer.fit = FitVerdict::fits;
  // As speeds count: 1 / 1.05^3 = 0.864, 1 / 1.05 = 0.952, 1, 2 / 1.05^2 = 1.81; steps -2, -1, 0 and 6.
  CHECK(ids(ranking(market.offers, RankBy::performance)) == std::vector<std::string>{"three", "one", "two", "four"});
  CHECK(decider(market.offers[0], market.offers[1], RankBy::performance) == Decider::figure);
}

TEST_CASE("of one class several cards go first where they save 15 %, with what further cards take", "[advice]") {
  struct Case {
    double each;     // of the pair; one card costs 1000
    double further;  // of the second card
    bool leads;
  };
  const Case cases[] = {
      {430, 0, true},    // 860 * 1.15 = 989
      {440, 0, false},   // 1012
      {410, 40, true},   // (820 + 40) * 1.15 = 989
      {410, 60, false},  // 1012
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.each << " and " << c.further) {
      Market market;
      market.add("one", 1.01, 1000, 24);
      market.add("pair", 1.1, c.each, 12);  // 1.1 / 1.05 = 1.048: the same step
      market.offers[1].count = 2;
      market.offers[1].further_cards = Usd{c.further};
      for (Offer& offer : market.offers) offer.fit = FitVerdict::fits;
      CHECK(ids(ranking(market.offers, RankBy::performance)).front() == (c.leads ? "pair" : "one"));
    }
  }
}

TEST_CASE("between equals a used one goes first where it costs at least 5 % less than a new one", "[advice]") {
  struct Case {
    double used;
    Condition first;  // a new one costs 1000
  };
  const Case cases[] = {{999, Condition::brand_new}, {951, Condition::brand_new}, {949, Condition::used}};
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.used) {
      Market market;
      market.add("card", 1.0, c.used, 8);
      market.add("card", 1.0, 1000, 8, 100, PriceAge::current, Condition::brand_new);
      CHECK(ranking(market.offers, RankBy::performance).front().offer.price->condition == c.first);
      CHECK(ranking(market.offers, RankBy::price).front().offer.price->condition == Condition::used);
    }
  }
}

TEST_CASE("old prices rank after current ones, unusable ones after those, no price last", "[advice]") {
  Market market;
  market.add("unpriced", 9.0, std::nullopt, 8);
  market.add("unusable", 8.0, 100, 8, 100, PriceAge::unusable);
  market.add("old", 7.0, 100, 8, 100, PriceAge::old);
  market.add("current", 1.0, 100, 8);
  CHECK(ids(ranking(market.offers, RankBy::priority)) ==
        std::vector<std::string>{"current", "old", "unusable", "unpriced"});
}

TEST_CASE("ties go by memory, price, id and condition, and share a group", "[advice]") {
  Market market;
  market.add("d", 1.0, 200, 8);
  market.add("c", 1.0, 100, 8);
  market.add("b", 1.0, 100, 8);
  market.add("a", 1.0, 500, 16);
  market.add("z", 2.0, 900, 4);
  market.add("b", 1.0, 100, 8, 100, PriceAge::current, Condition::brand_new);
  const auto rows = ranking(market.offers, RankBy::priority);
  CHECK(ids(rows) == std::vector<std::string>{"z", "a", "b", "b", "c", "d"});
  CHECK(rows[2].offer.price->condition == Condition::brand_new);
  std::vector<int> ranks;
  std::vector<int> groups;
  for (const auto& row : rows) ranks.push_back(row.rank), groups.push_back(row.group);
  CHECK(ranks == std::vector<int>{1, 2, 3, 4, 5, 6});
  CHECK(groups == std::vector<int>{1, 2, 2, 2, 2, 2});
}

TEST_CASE("a recalled price ranks like an unusable one", "[advice]") {
  Market market;
  market.add("recalled", 3.0, 100, 8);
  market.offers.back().price->no_offer = NoOffer::recalled;
  market.add("old", 1.0, 100, 8, 100, PriceAge::old);
  market.add("unusable", 4.0, 100, 8, 100, PriceAge::unusable);
  market.add("unpriced", 5.0, std::nullopt, 8);
  CHECK(ids(ranking(market.offers, RankBy::performance)) ==
        std::vector<std::string>{"old", "unusable", "recalled", "unpriced"});
}

TEST_CASE("adding, removing or shuffling offers never swaps two others", "[advice]") {
  std::mt19937 random(20260401);  // fixed seed: the same markets each time
  const auto pick = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  for (int round = 0; round < 200; ++round) {
    Market market;
    const int count = pick(2, 12);
    for (int i = 0; i < count; ++i) {
      market.add("gpu-" + std::to_string(i), pick(0, 5) == 0 ? std::nullopt : std::optional(pick(1, 4) / 2.0),
                 pick(0, 5) == 0 ? std::nullopt : std::optional<double>(pick(1, 4) * 100), pick(1, 3) * 8.0,
                 pick(1, 3) * 100.0, static_cast<PriceAge>(pick(0, 2)));
    }
    for (const RankBy rank_by : k_all_rankings) {
      const auto all = ids(ranking(market.offers, rank_by));
      std::map<std::string, std::size_t> place;
      for (std::size_t i = 0; i < all.size(); ++i) place[all[i]] = i;

      auto some = market.offers;
      std::shuffle(some.begin(), some.end(), random);
      some.resize(static_cast<std::size_t>(pick(1, count)));
      const auto fewer = ids(ranking(some, rank_by));
      CHECK(std::is_sorted(fewer.begin(), fewer.end(),
                           [&](const auto& a, const auto& b) { return place[a] < place[b]; }));
    }
  }
}

TEST_CASE("ranks_before tells of any two offers what the ranking does with them", "[advice]") {
  Market market;
  for (const double score : {0.5, 1.0, 1.05, 1.2}) {
    for (const double memory : {8.0, 16.0}) {
      const std::string id = std::to_string(score) + "/" + std::to_string(memory);
      market.add(id, score, 100 * score, memory);
      market.add(id, score, 100 * score, memory, 100, PriceAge::current, Condition::brand_new);
      market.add(id + " old", score, 50, memory, 300, PriceAge::old);
    }
  }
  market.add("unpriced", 1.0, std::nullopt, 8);
  market.add("unrated", std::nullopt, 100, 8);
  for (const RankBy rank_by : k_all_rankings) {
    const auto rows = ranking(market.offers, rank_by);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < rows.size(); ++j) {
        CHECK(ranks_before(rows[i].offer, rows[j].offer, rank_by) == (i < j));
      }
    }
  }
}
