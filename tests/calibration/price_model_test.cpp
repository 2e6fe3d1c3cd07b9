#include "calibration/prices/price_model.hpp"

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

constexpr int k_january = 2026 * 12;
constexpr int k_june = k_january + 5;

struct Quoted {
  std::string gpu;
  std::string month;
  double usd = 0;
  std::string source = "tracker";
  std::string condition = "used";
  std::string kind = "ask-mean-of-lowest";
};

/// A catalog of eight cards "a" to "h" with these quotes.
Catalog catalog_of(const std::vector<Quoted>& quotes) {
  std::string gpus;
  for (const char id : std::string_view("abcdefgh")) gpus += (gpus.empty() ? "" : ",") + test_gpu(std::string(1, id));
  std::string prices;
  for (const Quoted& one : quotes) {
    prices +=
        (prices.empty() ? "" : ",") + test_price(one.gpu, one.month, one.condition, one.usd, one.source, one.kind);
  }
  return catalog_from(test_document("\"gpus\": [" + gpus + "], \"prices\": [" + prices + "]"));
}

PriceModel model_of(const Catalog& catalog, int today) {
  std::vector<const Price*> quotes;
  for (const Price& price : catalog.records<Price>()) quotes.push_back(&price);
  return {catalog, quotes, today};
}

double today_of(const std::vector<Quoted>& quotes, std::string_view gpu, Condition condition = Condition::used,
                int today = k_june) {
  const Catalog catalog = catalog_of(quotes);
  return model_of(catalog, today).today(*catalog.gpu(gpu), condition)->usd().value();
}

/// Two sources agree that seven of the cards cost twice as much in June as in January.
std::vector<Quoted> doubled_market() {
  std::vector<Quoted> quotes;
  for (const char id : std::string_view("bcdefgh")) {
    for (const char* source : {"tracker", "shop"}) {
      quotes.push_back({std::string(1, id), "2026-01", 200, source});
      quotes.push_back({std::string(1, id), "2026-06", 400, source});
    }
  }
  return quotes;
}

}  // namespace

TEST_CASE("an old quote moves along with the market", "[calibration]") {
  std::vector<Quoted> quotes = doubled_market();
  quotes.push_back({"a", "2026-01", 300});
  CHECK_THAT(today_of(quotes, "a"), WithinRel(600, 0.08));
  CHECK_THAT(today_of(quotes, "a", Condition::used, k_january), WithinRel(300, 0.05));
}

TEST_CASE("quotes after today are not known", "[calibration]") {
  std::vector<Quoted> quotes = doubled_market();
  quotes.push_back({"a", "2026-01", 300});
  std::vector<Quoted> with_later = quotes;
  with_later.push_back({"a", "2026-07", 9000});
  CHECK(today_of(with_later, "a") == today_of(quotes, "a"));
}

TEST_CASE("an absurd listing moves next to nothing", "[calibration]") {
  std::vector<Quoted> quotes = doubled_market();
  for (const char* source : {"tracker", "shop"}) quotes.push_back({"a", "2026-06", 500, source});
  const double before = today_of(quotes, "a");
  quotes.push_back({"a", "2026-05", 5000});
  CHECK_THAT(today_of(quotes, "a"), WithinRel(before, 0.1));
}

TEST_CASE("one source in one month is one observation", "[calibration]") {
  std::vector<Quoted> quotes = doubled_market();
  quotes.push_back({"a", "2026-06", 400, "shop"});
  quotes.push_back({"a", "2026-06", 500, "tracker"});
  const double before = today_of(quotes, "a");
  for (int i = 0; i < 9; ++i) quotes.push_back({"a", "2026-06", 500 + 0.01 * i, "tracker"});
  CHECK_THAT(today_of(quotes, "a"), WithinRel(before, 0.01));
}

TEST_CASE("a month that one source alone tells of moves less than one of two", "[calibration]") {
  std::vector<Quoted> quotes;
  for (const char id : std::string_view("bcdefgh")) {
    quotes.push_back({std::string(1, id), "2026-05", 200, "shop"});
    quotes.push_back({std::string(1, id), "2026-06", 240, "tracker"});
  }
  quotes.push_back({"a", "2026-05", 200, "shop"});
  const double by_one = today_of(quotes, "a");
  for (const char id : std::string_view("bcdefgh")) quotes.push_back({std::string(1, id), "2026-06", 240, "shop"});
  const double by_two = today_of(quotes, "a");
  CHECK(by_one > 200);
  CHECK(by_two > by_one);
  CHECK(by_two < 240);
}

TEST_CASE("list prices and recalled quotes are left out, weak ones count for less", "[calibration]") {
  std::vector<Quoted> quotes = doubled_market();
  quotes.push_back({"a", "2026-06", 500, "shop"});
  const double alone = today_of(quotes, "a");
  const auto with = [&](const Quoted& more) {
    std::vector<Quoted> all = quotes;
    all.push_back(more);
    return today_of(all, "a");
  };
  CHECK(with({"a", "2026-06", 900, "memory"}) == alone);
  CHECK(with({"a", "2026-06", 900, "tracker", "used", "list"}) == alone);
  const double by_word = with({"a", "2026-06", 600, "tracker", "used", "weak"});
  const double by_offer = with({"a", "2026-06", 600});
  CHECK(by_word > alone);
  CHECK(by_offer > by_word);
}

TEST_CASE("a GPU that was never quoted in a condition is known by the other, with less certainty", "[calibration]") {
  std::vector<Quoted> quotes = doubled_market();
  quotes.push_back({"a", "2026-06", 500});
  const Catalog catalog = catalog_of(quotes);
  const PriceModel model = model_of(catalog, k_june);
  const auto used = model.today(*catalog.gpu("a"), Condition::used);
  const auto as_new = model.today(*catalog.gpu("a"), Condition::brand_new);
  CHECK(as_new->usd() > used->usd());
  CHECK(as_new->deviation > used->deviation);
  CHECK(used->low() < used->usd());
  CHECK(used->usd() < used->high());

  const Catalog without = catalog_of(doubled_market());
  CHECK_FALSE(model_of(without, k_june).today(*without.gpu("a"), Condition::used));
}

TEST_CASE("the market of a month is a share of that of today", "[calibration]") {
  const Catalog catalog = catalog_of(doubled_market());
  const PriceModel model = model_of(catalog, k_june);
  const auto group = market_group(*catalog.gpu("b"));
  CHECK(group == "consumer below 10 GB");
  CHECK(model.market(group, k_june) == 1);
  REQUIRE(model.market(group, k_january));
  CHECK_THAT(*model.market(group, k_january), WithinRel(0.5, 0.08));
  CHECK_FALSE(model.market(group, k_january + 1));
  CHECK_FALSE(model.market("workstation", k_january));
}

TEST_CASE("reports of one publisher are one series", "[calibration]") {
  CHECK(series_of("gpupoet-report-2026-04") == "gpupoet-report");
  CHECK(series_of("gpudojo-2025") == "gpudojo");
  CHECK(series_of("united-compute-tracker") == "united-compute-tracker");
  CHECK(series_of("shop-24") == "shop-24");
  CHECK(series_of("2026-04") == "2026-04");
  CHECK(series_of("") == "");
}

TEST_CASE("a date without a month stands in the middle of its year", "[calibration]") {
  CHECK(month_number(PartialDate(2026, 1)) == k_january);
  CHECK(month_number(PartialDate(2026, 6, 30)) == k_june);
  CHECK(month_number(PartialDate(2026)) == k_january + 6);
}
