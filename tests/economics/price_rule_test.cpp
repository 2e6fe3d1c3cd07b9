#include "gpuadvisor/economics/price_rule.hpp"

#include <string>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;

namespace {

/// A catalog of one GPU "card", released 2025-12, with these prices, as of 2026-06-30.
Catalog with_prices(const std::vector<std::string>& prices, const std::string& released = "2025-12") {
  std::string list = test_price("clock", "2026-06-30", "used", 1);
  for (const auto& price : prices) list += "," + price;
  return catalog_from(test_document("\"gpus\": [" + test_gpu("card", ", \"released\": \"" + released + "\"") + "," +
                                    test_gpu("clock") + "], \"prices\": [" + list + "]"));
}

std::vector<PriceEstimate> estimates(const Catalog& catalog) {
  const auto found = price_estimates(*catalog.gpu("card"), catalog);
  return {found.begin(), found.end()};
}

}  // namespace

TEST_CASE("a price is the median of the newest three months that have quotes", "[economics]") {
  struct Case {
    const char* name;
    std::vector<std::pair<const char*, double>> quotes;
    double median;
    double low;
    double high;
    std::size_t count;
  };
  const Case cases[] = {
      {"one quote", {{"2026-06", 400}}, 400, 400, 400, 1},
      {"an odd number", {{"2026-06-01", 500}, {"2026-05", 300}, {"2026-04-02", 420}}, 420, 300, 500, 3},
      {"an even number: the mean of the middle two", {{"2026-06", 500}, {"2026-05", 300}}, 400, 300, 500, 2},
      {"older months do not count", {{"2026-06", 500}, {"2026-03-31", 100}}, 500, 500, 500, 1},
      {"the first day of the third month counts", {{"2026-06-30", 500}, {"2026-04-01", 100}}, 300, 100, 500, 2},
      {"the months end with the newest quote, not today", {{"2026-02", 200}, {"2025-12", 100}}, 150, 100, 200, 2},
      {"over the turn of the year", {{"2026-01", 200}, {"2025-11", 100}, {"2025-10", 900}}, 150, 100, 200, 2},
      {"a date without month counts as January", {{"2026", 200}, {"2025-11", 100}}, 150, 100, 200, 2},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      std::vector<std::string> prices;
      for (const auto& [date, usd] : c.quotes) prices.push_back(test_price("card", date, "new", usd));
      const Catalog catalog = with_prices(prices);
      const auto found = estimates(catalog);
      REQUIRE(found.size() == 1);
      CHECK(found[0].today == Usd{c.median});
      CHECK(found[0].low == Usd{c.low});
      CHECK(found[0].high == Usd{c.high});
      CHECK(found[0].quotes.size() == c.count);
    }
  }
}

TEST_CASE("the median of many quotes", "[economics]") {
  std::vector<std::string> prices;
  for (int i = 1; i <= 41; ++i) prices.push_back(test_price("card", "2026-06", "used", 100 + i));
  const Catalog catalog = with_prices(prices);
  CHECK(estimates(catalog).at(0).today == Usd{121});  // the 21st of 101 + 0 … 40
}

TEST_CASE("new and used have prices of their own", "[economics]") {
  const Catalog catalog =
      with_prices({test_price("card", "2026-06", "new", 500), test_price("card", "2026-06", "used", 300)});
  const auto found = estimates(catalog);
  REQUIRE(found.size() == 2);
  CHECK(found[0].condition == Condition::brand_new);
  CHECK(found[0].today == Usd{500});
  CHECK(found[1].condition == Condition::used);
  CHECK(found[1].today == Usd{300});
}

TEST_CASE("mixed quotes count only while there are neither new nor used ones", "[economics]") {
  const std::string mixed = test_price("card", "2026-06", "mixed", 400);
  const Catalog alone = with_prices({mixed});
  REQUIRE(estimates(alone).size() == 1);
  CHECK(estimates(alone)[0].condition == Condition::mixed);
  const Catalog beside_used = with_prices({mixed, test_price("card", "2026-05", "used", 300)});
  REQUIRE(estimates(beside_used).size() == 1);
  CHECK(estimates(beside_used)[0].condition == Condition::used);
}

TEST_CASE("a list price stands in only for a young product without street prices", "[economics]") {
  const std::string list = test_price("card", "2025-12", "new", 999, "shop", "list");
  const Catalog young = with_prices({list}, "2025-07");
  REQUIRE(estimates(young).size() == 1);
  CHECK(estimates(young)[0].basis == PriceBasis::list);
  CHECK(estimates(with_prices({list}, "2025-06")).empty());  // released 2025-06-01, more than a year before 2026-06-30
  const Catalog beside_street = with_prices({list, test_price("card", "2026-01", "used", 700)}, "2025-07");
  REQUIRE(estimates(beside_street).size() == 1);
  CHECK(estimates(beside_street)[0].basis == PriceBasis::carried);
}

TEST_CASE("the age of a price counts in calendar months", "[economics]") {
  struct Case {
    const char* date;
    PriceAge age;  // on 2026-06-30
  };
  const Case cases[] = {
      {"2026-06-30", PriceAge::current},  {"2025-12-01", PriceAge::current}, {"2025-12", PriceAge::current},
      {"2025-11-30", PriceAge::old},      {"2025", PriceAge::old},           {"2024-06-01", PriceAge::old},
      {"2024-05-31", PriceAge::unusable}, {"2024", PriceAge::unusable},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.date) {
      const Catalog catalog = with_prices({test_price("card", c.date, "used", 100)});
      CHECK(estimates(catalog).at(0).age == c.age);
    }
  }
}

TEST_CASE("the limits of the price rule are settings", "[economics]") {
  const Catalog catalog = with_prices({test_price("card", "2026-01-15", "used", 100)});
  PriceRule rule;
  rule.old_after = 3;
  rule.unusable_after = 4;
  CHECK(price_estimates(*catalog.gpu("card"), catalog, rule).begin()->age == PriceAge::unusable);
  rule.unusable_after = 5;
  CHECK(price_estimates(*catalog.gpu("card"), catalog, rule).begin()->age == PriceAge::old);
}

TEST_CASE("a price names its sources once, and knows when all of them are recalled", "[economics]") {
  const Catalog both = with_prices({test_price("card", "2026-05", "used", 100, "memory"),
                                    test_price("card", "2026-06", "used", 110, "tracker"),
                                    test_price("card", "2026-06", "used", 120, "tracker")});
  const auto price = estimates(both).at(0);
  CHECK(sources_of(price) == std::vector<std::string_view>{"memory", "tracker"});
  CHECK_FALSE(price.no_offer);
  const Catalog recalled = with_prices({test_price("card", "2026-05", "used", 100, "memory")});
  CHECK(estimates(recalled).at(0).no_offer == NoOffer::recalled);
}

TEST_CASE("recalled quotes never put others aside", "[economics]") {
  const Catalog newer = with_prices(
      {test_price("card", "2026-01", "used", 300, "shop"), test_price("card", "2026-06", "used", 900, "memory")});
  CHECK(estimates(newer).at(0).today == Usd{300});
  CHECK(estimates(newer).at(0).quotes.size() == 1);
  const Catalog beside_mixed = with_prices(
      {test_price("card", "2026-06", "used", 900, "memory"), test_price("card", "2026-05", "mixed", 400, "shop")});
  REQUIRE(estimates(beside_mixed).size() == 1);
  CHECK(estimates(beside_mixed)[0].condition == Condition::mixed);
  const Catalog beside_list = with_prices({test_price("card", "2026-06", "used", 900, "memory"),
                                           test_price("card", "2025-12", "new", 500, "shop", "list")});
  REQUIRE(estimates(beside_list).size() == 1);
  CHECK(estimates(beside_list)[0].basis == PriceBasis::list);
}

TEST_CASE("weak quotes never put others aside, and alone are no offer", "[economics]") {
  const std::string word = test_price("card", "2026-06", "used", 900, "tracker", "weak");
  const Catalog beside = with_prices({test_price("card", "2026-01", "used", 300, "shop"), word});
  CHECK(estimates(beside).at(0).today == Usd{300});
  CHECK(estimates(beside).at(0).basis == PriceBasis::carried);
  CHECK(estimates(beside).at(0).decides());
  const Catalog beside_old = with_prices({test_price("card", "2024-05", "used", 300, "shop"), word});
  CHECK(estimates(beside_old).at(0).today == Usd{900});
  CHECK(estimates(beside_old).at(0).no_offer == NoOffer::hearsay);
  const Catalog alone = with_prices({word});
  CHECK(estimates(alone).at(0).no_offer == NoOffer::hearsay);
  CHECK_FALSE(deciding_price(price_estimates(*alone.gpu("card"), alone)));
}

TEST_CASE("a new one decides against a used one that costs less than 5 % less", "[economics]") {
  const auto condition = [](double used) {
    const Catalog catalog =
        with_prices({test_price("card", "2026-06", "new", 1000), test_price("card", "2026-06", "used", used)});
    return deciding_price(price_estimates(*catalog.gpu("card"), catalog))->condition;
  };
  CHECK(condition(999) == Condition::brand_new);
  CHECK(condition(951) == Condition::brand_new);
  CHECK(condition(949) == Condition::used);
}

TEST_CASE("a price is seen this month or last month, else carried", "[economics]") {
  const auto basis = [](const std::string& date) {
    return estimates(with_prices({test_price("card", date, "used", 100)})).at(0).basis;
  };
  CHECK(basis("2026-06-01") == PriceBasis::seen);
  CHECK(basis("2026-05") == PriceBasis::seen);
  CHECK(basis("2026-04-30") == PriceBasis::carried);
}

TEST_CASE("the model of prices tells today, where the catalog has it", "[economics]") {
  const Catalog catalog =
      with_prices({test_price("card", "2026-03", "used", 400), test_price("card", "2026-06", "mixed", 450),
                   test_price("card", "2026-06", "new", 900, "memory")});
  const Catalog modelled = catalog.with_prices({{"card", Condition::used, Usd{520}, Usd{430}, Usd{630}}}, {});
  const auto found = estimates(modelled);
  REQUIRE(found.size() == 1);  // a mixed quote is no row
  CHECK(found[0].today == Usd{520});
  CHECK(found[0].low == Usd{430});
  CHECK(found[0].high == Usd{630});
  CHECK(found[0].basis == PriceBasis::carried);
  CHECK(found[0].seen() == PartialDate(2026, 3));
}
