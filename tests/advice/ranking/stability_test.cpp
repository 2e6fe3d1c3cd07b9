#include "gpuadvisor/advice/stability.hpp"

#include <cmath>
#include <string>

#include "support/catch2.hpp"
#include "support/test_rivals.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

Explanation explained(const Catalog& catalog, const Request& request) {
  return explanation(recommend(catalog, request), catalog);
}

Strings ids(const std::vector<Contender>& contenders) {
  Strings found;
  for (const auto& contender : contenders) found.emplace_back(contender.gpu->id);
  return found;
}

Strings ids(const std::vector<Rival>& rivals) {
  Strings found;
  for (const auto& rival : rivals) found.emplace_back(rival.compared.offer.gpu->id);
  return found;
}

const PriorityOrder k_order = k_all_criteria;  // tensor > flops > bandwidth > half

}  // namespace

TEST_CASE("an explanation tells the share of the weightings under which each contender is first", "[advice]") {
  // The lead of "matrix" at the corners is d = (1, 1/2, -2/3, -1/2) ln 2. For l uniform on a simplex with four corners,
  // P(sum l_i d_i > 0) is the sum of d_i^3 / prod_{j != i} (d_i - d_j) over the positive d_i:
  //   1 / (1/2 * 5/3 * 3/2) + (1/8) / (-1/2 * 7/6 * 1) = 4/5 - 3/14 = 41/70
  const Catalog catalog = test_rivals();
  const FirstShares shares = explained(catalog, test_rivals_request(catalog)).shares;
  CHECK(shares.order == k_order);
  CHECK_FALSE(shares.no_order);
  CHECK(shares.gpus == 3);  // "dear" does not qualify
  CHECK(shares.is_complete);
  REQUIRE(ids(shares.contenders) == Strings{"matrix", "memory"});  // "plain" is dominated
  CHECK_THAT(shares.contenders[0].share, WithinRel(41.0 / 70, 1e-12));
  CHECK_THAT(shares.contenders[1].share, WithinRel(29.0 / 70, 1e-12));
  CHECK_THAT(shares.contenders[1].log_ratios[2], WithinRel(3 * std::log(2.0), 1e-12));
}

TEST_CASE("shares go by the order in force, and there are none without one", "[advice]") {
  const Catalog catalog = test_rivals();
  Request request = test_rivals_request(catalog);
  SECTION("one that all parts of a mean have") {
    request.workload = "general";
    CHECK(explained(catalog, request).shares.order == k_order);
  }
  SECTION("one of the asker") {
    // bandwidth first: "memory" leads at every corner, by 3, 3/2, 2/3 and 1/2.
    const PriorityOrder own = {Criterion::bandwidth, Criterion::half, Criterion::tensor, Criterion::flops};
    request.own_weights = true;
    request.own_order = own;
    request.weights = weights_from_order(own);
    const Explanation found = explained(catalog, request);
    CHECK(found.shares.order == own);
    REQUIRE(ids(found.shares.contenders) == Strings{"memory"});
    CHECK(found.shares.contenders[0].share == 1);
    REQUIRE(ids(found.rivals) == Strings{"matrix", "plain"});
    CHECK(found.rivals[0].dominance == Dominance::worse);
  }
  SECTION("weights of one's own") {
    request.own_weights = true;
    const Explanation found = explained(catalog, request);
    CHECK(found.shares.no_order == NoOrder::own_weights);
    CHECK(found.shares.contenders.empty());
    REQUIRE(found.rivals.size() == 2);
    CHECK_FALSE(found.rivals[1].dominance);
    CHECK(found.rivals[0].break_even_weight);
  }
  SECTION("a mean of workloads that differ") {
    const CatalogLayer layer = {{"mixed.json",
                                 R"({"workloads": [{"id": "mixed", "title": "Mixed", "mean_of": ["cnn", "rnn"],
                                                    "source": "shop"}]})"}};
    const Catalog mixed = load_catalog(catalog, std::vector<CatalogLayer>{layer});
    request.workload = "mixed";
    request.weights = weights_of(*mixed.workload("mixed"), mixed);
    CHECK(explained(mixed, request).shares.no_order == NoOrder::several_orders);
  }
}

TEST_CASE("the first row is compared with the next two other GPUs", "[advice]") {
  const Catalog catalog = test_rivals();
  const Explanation found = explained(catalog, test_rivals_request(catalog));
  REQUIRE(found.first);
  CHECK(found.first->offer.gpu->id == "matrix");
  REQUIRE(ids(found.rivals) == Strings{"memory", "plain"});
  CHECK(found.rivals[1].compared.offer.price->today == Usd{250});  // its first row, not the new one
  CHECK_FALSE(found.rivals[0].dominance);                          // each leads at two corners
  CHECK(found.rivals[1].dominance == Dominance::worse);
}

TEST_CASE("the price flip of a rival is where it ties by value", "[advice]") {
  // 400 * 2^(21/48) / 2^(25/48) = 400 / 2^(1/12), a semitone below 400: 377.55
  struct Case {
    double usd;
    bool overtakes;
  };
  const Case cases[] = {{380, false}, {377.6, false}, {377.5, true}};
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.usd) {
      const Catalog catalog = test_rivals(c.usd);
      const auto break_even = explained(catalog, test_rivals_request(catalog)).rivals.at(0).break_even_price;
      REQUIRE(break_even);
      CHECK_THAT(break_even->price.value(), WithinRel(400 / 1.0594630943592953, 1e-12));
      CHECK(break_even->overtakes == c.overtakes);
    }
  }
}

TEST_CASE("the weight flip is the least change of one weight", "[advice]") {
  // In ln 2, "memory" leads by -1 in tensor and 3 in bandwidth, with weights of 25/48 and 7/48.
  //   tensor:    without it (3 * 7/48) / (23/48) = 21/23; swaps at (21/23) / (21/23 + 1) = 21/44, 0.044 below 25/48
  //   bandwidth: without it -(25/48) / (41/48) = -25/41;  swaps at (25/41) / (25/41 + 3) = 25/148, 0.023 above 7/48
  //   flops, half: no lead by them alone, so they swap nothing
  const Catalog catalog = test_rivals();
  const auto rivals = explained(catalog, test_rivals_request(catalog)).rivals;
  const auto& break_even = rivals.at(0).break_even_weight;
  REQUIRE(break_even);
  CHECK(break_even->criterion == Criterion::bandwidth);
  CHECK_THAT(break_even->from, WithinRel(7.0 / 48, 1e-12));
  CHECK_THAT(break_even->to, WithinRel(25.0 / 148, 1e-12));
  CHECK_FALSE(rivals.at(1).break_even_weight);  // "plain" leads in nothing
}

TEST_CASE("the step gap is how far off a speed would have to be to share the first step", "[advice]") {
  const Catalog catalog = test_rivals();
  Request request = test_rivals_request(catalog);
  const auto rivals = explained(catalog, request).rivals;
  REQUIRE(rivals.at(0).step_gap);
  CHECK(rivals.at(0).step_gap->steps == 0);
  REQUIRE(rivals.at(1).step_gap);
  CHECK(rivals.at(1).step_gap->steps == 3);
  CHECK_THAT(rivals.at(1).step_gap->border, WithinRel(1.331, 1e-12));
  CHECK_THAT(rivals.at(1).step_gap->factor, WithinRel(1.331, 1e-12));
  CHECK_FALSE(rivals.at(1).intervals);  // a score is no speed
  request.rank_by = RankBy::priority;
  CHECK_FALSE(explained(catalog, request).rivals.at(1).step_gap);
}

TEST_CASE("intervals of measured speeds overlap or are apart", "[advice]") {
  const Catalog catalog = test_measured_rivals();
  Request request = test_rivals_request(catalog);
  auto rivals = explained(catalog, request).rivals;
  REQUIRE(ids(rivals) == Strings{"memory", "plain"});
  CHECK(rivals[0].intervals == Intervals::overlap);
  CHECK(rivals[1].intervals == Intervals::slower);
  // ln 1.5 / ln 1.1 = 4.25: the first's step begins at 1.1^4 = 1.4641, which is 1.17128 times 1.25.
  CHECK_THAT(rivals[0].step_gap->factor, WithinRel(1.17128, 1e-12));
  CHECK_THAT(rivals[0].break_even_price->price.value(), WithinRel(400 * 1.25 / 1.5, 1e-12));

  request.rank_by = RankBy::price;  // plain at 250, memory at 380
  rivals = explained(catalog, request).rivals;
  REQUIRE(ids(rivals) == Strings{"memory", "matrix"});
  CHECK(rivals[0].intervals == Intervals::overlap);  // touching at 1.1
  CHECK(rivals[1].intervals == Intervals::faster);
}

TEST_CASE("a speed without an interval has none to compare, but that of the reference card is exact", "[advice]") {
  const auto intervals_of = [](const std::string& id) {
    const CatalogLayer layer = {
        {"scores.json", R"({"scores": [)" + test_score(id, 1, 1, 1) + "," + test_score("quick", 1.5, 1.2, 1.8) + "]}"}};
    const Catalog base = test_market({test_card("quick", 8), test_card(id, 8)}, {});
    const Catalog catalog = load_catalog(base, std::vector<CatalogLayer>{layer});
    return explained(catalog, test_request(catalog)).rivals.at(0).intervals;
  };
  CHECK(intervals_of("reference") == Intervals::slower);
  CHECK_FALSE(intervals_of("other"));
}

TEST_CASE("an explanation tells what it can of answers with little in them", "[advice]") {
  SECTION("nothing fits") {
    const Catalog catalog = test_rivals();
    Request request = test_rivals_request(catalog);
    request.budget = Usd{1};
    const Explanation found = explained(catalog, request);
    CHECK_FALSE(found.first);
    CHECK(found.rivals.empty());
    CHECK(found.shares.contenders.empty());
  }
  SECTION("one GPU, in two conditions") {
    const Catalog catalog = test_rivals();
    Request request = test_rivals_request(catalog);
    request.budget = Usd{320};
    const Explanation found = explained(catalog, request);
    CHECK(found.first->offer.gpu->id == "plain");
    CHECK(found.rivals.empty());
    REQUIRE(found.shares.contenders.size() == 1);
    CHECK(found.shares.contenders[0].share == 1);
  }
  SECTION("without a price or a score") {
    const Catalog catalog = test_market({test_card("free", 8), test_gpu("blank", R"(, "memory_gb": 8)")}, {});
    const Explanation found = explained(catalog, test_request(catalog));
    REQUIRE(ids(found.rivals) == Strings{"blank"});
    const Rival& blank = found.rivals[0];
    CHECK(found.shares.gpus == 1);
    CHECK_FALSE(blank.dominance);
    CHECK_FALSE(blank.break_even_price);
    CHECK_FALSE(blank.break_even_weight);
    CHECK_FALSE(blank.step_gap);
    CHECK_FALSE(blank.intervals);
  }
}

TEST_CASE("shares are told of the sixty contenders with the highest scores", "[advice]") {
  // Tensor grows as bandwidth shrinks, so that each leads at the first corner what comes before it, and is led at the
  // third.
  Strings gpus;
  for (int i = 0; i < 70; ++i) {
    gpus.push_back(test_ratios("card-" + std::to_string(i), 8, std::pow(1.01, i), 100 * std::pow(0.95, i)));
  }
  const Catalog catalog = test_market(gpus, {});
  const FirstShares shares = explained(catalog, test_request(catalog)).shares;
  CHECK(shares.gpus == 70);
  CHECK(shares.contenders.size() == k_most_contenders);
  CHECK_FALSE(shares.is_complete);
  double sum = 0;
  for (const auto& contender : shares.contenders) sum += contender.share;
  CHECK_THAT(sum, WithinRel(1.0, 1e-9));
}
