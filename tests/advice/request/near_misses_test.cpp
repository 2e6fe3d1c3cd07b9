#include "gpuadvisor/advice/near_misses.hpp"

#include <string>
#include <vector>

#include "gpuadvisor/advice/recommend.hpp"
#include "output/phrases/change_text.hpp"
#include "support/catch2.hpp"
#include "support/test_market.hpp"

using namespace gpuadvisor;

namespace {

/// Each near miss as "kind: GPU; constraints missed; changes".
Strings told(const Catalog& catalog, Request asked) {
  const Request plain = test_request(catalog);
  asked.workload = plain.workload;
  asked.weights = plain.weights;
  const Request in_force = with_defaults(asked, catalog);
  Strings lines;
  for (const NearMiss& miss : near_misses(catalog, asked, in_force)) {
    std::string line = std::string(enum_name(miss.kind)) + ": " + std::string(miss.offer.gpu->id);
    for (const auto& [constraint, reason] : miss.missing) line += "; " + std::string(constraint);
    for (const auto& change : change_texts(miss.changes)) line += "; " + change;
    lines.push_back(line);
  }
  return lines;
}

Request within(double usd) {
  Request request;
  request.budget = Usd{usd};
  return request;
}

}  // namespace

TEST_CASE("a near miss with less memory than the work asks for says so", "[advice]") {
  const Catalog catalog = test_market({test_card("eight", 8), test_card("eleven", 11)},
                                      {test_used("eight", 100), test_used("eleven", 100)});
  Request request = test_request(catalog);  // CNNs need 8 GB
  request.min_memory = Gibibytes{12};
  const auto text_of = [&](const Catalog& market) {
    const Answer answer = recommend(market, request);
    REQUIRE_FALSE(answer.near_misses.empty());
    const NearMiss& miss = answer.near_misses.front();
    return std::string(miss.offer.gpu->id) + ": " + change_texts(miss.changes).front() + ": " +
           miss.missing.front().reason;
  };
  CHECK(text_of(catalog) == "eleven: --min-memory 11: has 11 GB of the 12 GB wanted");
  const Catalog small =
      test_market({test_card("six", 6), test_card("four", 4)}, {test_used("six", 100), test_used("four", 100)});
  CHECK(text_of(small) == "six: --min-memory 6: has 6 GB of the 12 GB wanted, 8 GB is the least for this work");
}

TEST_CASE("of the offers that fail one constraint alone the nearest is told, the least change first", "[advice]") {
  Request asked = within(500);
  asked.min_memory = Gibibytes{16};
  const Strings gpus = {test_card("dear", 16), test_card("dearer", 16), test_card("small", 12), test_card("smaller", 8),
                        test_card("both", 12)};
  const Strings prices = {test_used("dear", 600), test_used("dearer", 900), test_used("small", 400),
                          test_used("smaller", 100), test_used("both", 501)};
  const Strings expected = {"change: dear; budget; --budget 600",       // a fifth more
                            "change: small; memory; --min-memory 12"};  // a quarter less
  CHECK(told(test_market(gpus, prices), asked) == expected);

  Strings with_one_that_fits = gpus;
  with_one_that_fits.push_back(test_card("fits", 16));
  Strings its_price = prices;
  its_price.push_back(test_used("fits", 450));
  CHECK(told(test_market(with_one_that_fits, its_price), asked) == expected);
}

TEST_CASE("of equal changes the offer that ranks first is told", "[advice]") {
  const Catalog catalog =
      test_market({test_card("slow", 8), test_card("fast", 8, 2)}, {test_used("slow", 600), test_used("fast", 600)});
  CHECK(told(catalog, within(500)) == Strings{"change: fast; budget; --budget 600"});
}

TEST_CASE("figures come before defaults, and these before what was asked for by name", "[advice]") {
  Strings gpus = {test_card("dear", 8), test_card("ended", 8, 1, k_support_ended),
                  test_card("passive", 8, 1, k_passive), test_card("small", 4), test_card("unused", 8)};
  Strings prices = {test_used("dear", 2000), test_used("ended", 400), test_used("passive", 400),
                    test_used("small", 400), test_price("unused", "2026-06", "new", 400)};
  Request asked = within(500);
  asked.condition = Condition::used;
  CHECK(told(test_market(gpus, prices), asked) ==
        Strings{"change: dear; budget; --budget 2000",
                // equal changes: more memory first, then by id
                "change: ended; support; --support any", "change: passive; installable; --form any",
                "change: small; memory-floor; --min-memory 4", "change: unused; condition; without --condition"});

  gpus.push_back(test_card("fits", 8));  // then the answer tells what the defaults hide
  prices.push_back(test_used("fits", 450));
  CHECK(told(test_market(gpus, prices), asked) ==
        Strings{"change: dear; budget; --budget 2000", "change: unused; condition; without --condition"});
}

TEST_CASE("several changes are told only when nothing qualifies and no one change is enough, the fewest", "[advice]") {
  Request asked = within(500);
  asked.min_memory = Gibibytes{16};
  asked.condition = Condition::used;
  const Strings gpus = {test_card("two", 8), test_card("more", 8), test_card("three", 8)};
  const Strings prices = {test_used("two", 600), test_used("more", 1000), test_price("three", "2026-06", "new", 501)};
  CHECK(told(test_market(gpus, prices), asked) == Strings{"change: two; budget; memory; --budget 600; --min-memory 8"});

  const auto with = [&](const std::string& gpu, double usd) {
    Strings more_gpus = gpus;
    Strings more_prices = prices;
    more_gpus.push_back(test_card(gpu, 16));
    more_prices.push_back(test_used(gpu, usd));
    return told(test_market(more_gpus, more_prices), asked);
  };
  CHECK(with("one", 5000) == Strings{"change: one; budget; --budget 5000"});
  CHECK(with("fits", 500) == Strings{});
}

TEST_CASE("an offer that a default keeps out once it is back needs two changes", "[advice]") {
  const Catalog catalog = test_market(
      {test_card("ended", 8, 1, k_support_ended), test_card("passive", 8, 1, k_passive), test_card("plain", 8, 0.5)},
      {test_used("ended", 400), test_used("passive", 400), test_used("plain", 400)});
  Request by_segment;
  by_segment.segments = {Segment::datacenter};  // which keeps the own cooling out of force
  CHECK(told(catalog, by_segment) == Strings{"change: plain; segment; without --segment"});
  Request by_vendor;
  by_vendor.vendors = {"intel"};  // which keeps the software support out of force
  CHECK(told(catalog, by_vendor) == Strings{"change: plain; vendor; without --vendor"});

  const Catalog ended = test_market({test_card("ended", 8, 1, k_support_ended)}, {test_used("ended", 400)});
  CHECK(told(ended, by_vendor) == Strings{"change: ended; vendor; support; without --vendor; --support any"});
}

TEST_CASE("the best offer that may be within the budget is told, unless it is the least change", "[advice]") {
  const Strings near = {test_used("near", 505), test_used("near", 515)};  // two shops: the lower
  const Strings wide = {test_sold("wide", 480), test_sold("wide", 900), test_sold("wide", 910)};
  const Strings fast = {test_sold("fast", 500), test_sold("fast", 950), test_sold("fast", 960)};
  const auto all_of = [](Strings prices, const Strings& more) {
    prices.insert(prices.end(), more.begin(), more.end());
    return prices;
  };
  CHECK(told(test_market({test_card("wide", 8)}, wide), within(500)) == Strings{"change: wide; budget; --budget 900"});
  CHECK(told(test_market({test_card("near", 8), test_card("wide", 8)}, all_of(near, wide)), within(500)) ==
        Strings{"change: near; budget; --budget 505", "within-interval: wide; budget; --budget 900"});
  CHECK(told(test_market({test_card("near", 8), test_card("wide", 8), test_card("fast", 8, 2)},
                         all_of(all_of(near, wide), fast)),
             within(500)) ==
        Strings{"change: near; budget; --budget 505", "within-interval: fast; budget; --budget 950"});
  CHECK(told(test_market({test_card("wide", 8, 1, k_support_ended)}, wide), within(500)) ==
        Strings{"change: wide; budget; support; --budget 900; --support any"});  // fails more than the budget
}

TEST_CASE("the best offer that was within the budget when it was last priced is told", "[advice]") {
  const auto last = [](const std::string& gpu, double usd) { return test_price(gpu, "2024-05-29", "used", usd); };
  const Strings gpus = {test_card("today", 8), test_card("gone", 8), test_card("gone-fast", 8, 2),
                        test_card("gone-dear", 8, 3)};
  const Strings prices = {test_used("today", 5000), last("gone", 300), last("gone-fast", 500), last("gone-dear", 501)};
  CHECK(told(test_market(gpus, prices), within(500)) ==
        Strings{"change: today; budget; --budget 5000", "last-price: gone-fast; budget"});
}

TEST_CASE("no price, or a recalled one, is no near miss", "[advice]") {
  const Catalog catalog =
      test_market({test_card("unpriced", 8), test_card("recalled", 8), test_card("fits", 8)},
                  {test_price("recalled", "2026-06", "used", 300, "memory"), test_used("fits", 100)});
  CHECK(told(catalog, within(500)) == Strings{});
}
