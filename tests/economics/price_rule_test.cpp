#include "gpuadvisor/economics/price_rule.hpp"

#include <optional>
#include <string>
#include <utility>
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
      for (const auto& [date, usd] : c.quotes)
        prices.push_back(test_price("card", date, "new", usd, "tracker", "sold"));
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
  for (int i = 1; i <= 41; ++i) prices.push_back(test_price("card", "2026-06", "used", 100 + i, "tracker", "sold"));
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
                                    test_price("card", "2026-06", "used", 110, "tracker", "sold"),
                                    test_price("card", "2026-06", "used", 120, "tracker", "sold")});
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

/// What the used card costs by these figures of 2026-06 unless they say another month: date, kind, asks, price, source.
struct Figure {
  const char* date;
  const char* kind;
  double usd;
  const char* source = "tracker";
  const char* region = "US";
};

std::optional<double> asked(const std::vector<Figure>& figures) {
  std::vector<std::string> prices;
  for (const Figure& figure : figures) {
    std::string price = test_price("card", figure.date, "used", figure.usd, figure.source, figure.kind);
    if (const auto at = price.find("\"US\""); at != std::string::npos) price.replace(at + 1, 2, figure.region);
    prices.push_back(price);
  }
  const Catalog catalog = with_prices(prices);
  const auto found = estimates(catalog);
  if (found.empty() || found.front().asked == nullptr) return std::nullopt;
  return found.front().today.value();
}

TEST_CASE("today is the second lowest of the offers that the asks of the newest month stand for", "[economics]") {
  const auto june = [](const char* kind, double usd, const char* source = "tracker") {
    return Figure{"2026-06", kind, usd, source};
  };
  CHECK(asked({june("ask-second", 430)}) == 430.0);
  CHECK(asked({june("ask-lowest", 900)}) == 900.0);  // the only one
  CHECK(asked({june("ask-lowest", 400, "shop"), june("ask-second", 430)}) == 430.0);
  CHECK(asked({june("ask-lowest", 400, "shop"), june("ask-lowest", 900)}) == 900.0);
  CHECK(asked({june("ask-second", 430), june("shop", 410, "shop")}) == 410.0);  // a shop has more than one
  CHECK(asked({june("ask-mean-of-lowest", 420), june("ask-lowest", 100, "shop")}) == 420.0);
  SECTION("of one list only the best counts: second, else mean of the lowest, else the lowest") {
    CHECK(asked({june("ask-lowest", 400), june("ask-second", 430)}) == 430.0);
    CHECK(asked({june("ask-lowest", 400), june("ask-mean-of-lowest", 410)}) == 410.0);
    CHECK(asked({june("shop", 500), june("shop", 480)}) == 480.0);  // each shop's price is one
  }
  SECTION("months are never mixed") {
    CHECK(asked({{"2026-05", "ask-second", 300}, june("ask-lowest", 430)}) == 430.0);
    CHECK(asked({{"2026-05", "ask-second", 300}, june("sold", 430)}) == 300.0);
  }
  SECTION("other figures set no price") {
    for (const char* kind : {"ask-quartile", "ask-typical", "ask-highest", "shop-mean-of-lowest", "sold", "sold-low",
                             "sold-high", "weak"}) {
      CHECK(asked({june(kind, 430)}) == std::nullopt);
    }
    CHECK(asked({june("ask-second", 430, "memory")}) == std::nullopt);  // recalled
    CHECK(asked({{"2026-06", "shop", 430, "tracker", "GR"}}) == std::nullopt);
  }
}

TEST_CASE("asks are of the buyer's country, or of the US where it has none", "[economics]") {
  std::string greek = test_price("card", "2026-06", "new", 800);
  greek.replace(greek.find("\"US\"") + 1, 2, "GR");
  const Catalog catalog =
      with_prices({greek, test_price("card", "2026-06", "new", 700), test_price("card", "2026-06", "used", 500)});
  const auto prices = [](const Catalog& asked) {
    const auto found = price_estimates(*asked.gpu("card"), asked);
    return std::vector{found.begin()->today, (found.begin() + 1)->today};
  };
  CHECK(prices(catalog) == std::vector{Usd{700}, Usd{500}});
  CHECK(prices(catalog.in_country("GR")) == std::vector{Usd{800}, Usd{500}});
  CHECK(prices(catalog.in_country("DE")) == std::vector{Usd{700}, Usd{500}});
}

TEST_CASE("an ask that is absurd by all quotes sets no price", "[economics]") {
  const Catalog catalog =
      with_prices({test_price("card", "2026-06", "used", 40), test_price("card", "2026-05", "used", 400)});
  CHECK(estimates(catalog).at(0).today == Usd{40});  // nothing to judge it by
  const Catalog modelled = catalog.with_prices({{"card", Condition::used, Usd{400}, Usd{330}, Usd{485}}}, {});
  CHECK(estimates(modelled).at(0).today == Usd{400});  // that of May
  for (const Price& price : modelled.prices_of(*modelled.gpu("card"))) {
    CHECK(is_sound(price, modelled) == (price.price == Usd{400}));
  }
}

TEST_CASE("a machine costs its vendor's newest list price until it is sold for something else", "[economics]") {
  const auto price = [](const std::string& member, const std::vector<std::string>& prices) {
    std::string list = test_price("clock", "2026-06-30", "used", 1);
    for (const auto& one : prices) list += "," + one;
    std::string machine = test_gpu("card", ", \"released\": \"2025-12\"" + member);
    machine.replace(machine.find("pcie-card"), std::string_view("pcie-card").size(), "soc");
    const Catalog catalog = catalog_from(
        test_document("\"gpus\": [" + machine + "," + test_gpu("clock") + "], \"prices\": [" + list + "]"));
    const auto found = price_estimates(*catalog.gpu("card"), catalog);
    REQUIRE_FALSE(found.empty());
    CHECK(found.begin()->goods == Goods::machine);
    return std::pair(found.begin()->today, found.begin()->asked != nullptr);
  };
  const std::string launch = test_price("card", "2025-12", "new", 4000, "shop", "list");
  const std::string raised = test_price("card", "2026-06-02", "new", 6950, "shop", "list");
  const std::string sold_before = test_price("card", "2026-05-25", "new", 5000);
  CHECK(price("", {launch}) == std::pair(Usd{4000}, true));
  CHECK(price("", {launch, raised}) == std::pair(Usd{6950}, true));
  CHECK(price("", {raised, sold_before}) == std::pair(Usd{6950}, true));
  CHECK(price("", {launch, sold_before}) == std::pair(Usd{5000}, true));
  CHECK(price(R"(, "end_of_production": "2026-06-01")", {launch, sold_before}) == std::pair(Usd{5000}, false));
}

TEST_CASE("an ask of the last 62 days is seen, an older one carried", "[economics]") {
  const auto basis = [](const std::string& date) {
    return estimates(with_prices({test_price("card", date, "used", 100)})).at(0).basis;
  };
  CHECK(basis("2026-06-01") == PriceBasis::seen);
  CHECK(basis("2026-04-29") == PriceBasis::seen);  // 62 days before 2026-06-30
  CHECK(basis("2026-04-28") == PriceBasis::carried);
  CHECK(basis("2026-05") == PriceBasis::seen);  // from its first day, 60 days
  CHECK(basis("2026-04") == PriceBasis::carried);
  CHECK(basis("2026") == PriceBasis::carried);  // dated to no month
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
