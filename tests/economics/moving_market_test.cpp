#include <string>
#include <utility>
#include <vector>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/economics/price_rule.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;

namespace {

/// A catalog of one GPU "card" with these prices, as of 2026-06-30.
Catalog with_prices(const std::vector<std::string>& prices) {
  std::string list = test_price("clock", "2026-06-30", "used", 1);
  for (const auto& price : prices) list += "," + price;
  return catalog_from(
      test_document("\"gpus\": [" + test_gpu("card") + "," + test_gpu("clock") + "], \"prices\": [" + list + "]"));
}

std::vector<PriceEstimate> estimates(const Catalog& catalog) {
  const auto found = price_estimates(*catalog.gpu("card"), catalog);
  return {found.begin(), found.end()};
}

}  // namespace

TEST_CASE("a new price below a current used one is old when every used quote is later", "[economics]") {
  struct Case {
    const char* name;
    std::pair<const char*, double> brand_new;
    std::vector<std::pair<const char*, double>> used;
    PriceAge expected;  // of the new price
  };
  const Case cases[] = {
      {"overtaken", {"2026-03", 900}, {{"2026-05", 1000}, {"2026-06", 1200}}, PriceAge::old},
      {"just below", {"2026-03", 949}, {{"2026-06", 1000}}, PriceAge::old},
      {"within 5 %", {"2026-03", 950}, {{"2026-06", 1000}}, PriceAge::current},
      {"above", {"2026-03", 1100}, {{"2026-06", 1000}}, PriceAge::current},
      {"the day before, but asked lately", {"2026-06-19", 900}, {{"2026-06-20", 1000}}, PriceAge::current},
      {"the same day", {"2026-06-20", 900}, {{"2026-06-20", 1000}}, PriceAge::current},
      {"perhaps the same day", {"2026-06", 900}, {{"2026-06-20", 1000}}, PriceAge::current},
      {"one used quote is earlier", {"2026-05", 900}, {{"2026-04", 1100}, {"2026-06", 1000}}, PriceAge::current},
      {"an earlier one that does not count", {"2026-03", 900}, {{"2025-01", 1100}, {"2026-06", 1000}}, PriceAge::old},
      {"too old in any case", {"2024-01", 900}, {{"2026-06", 1000}}, PriceAge::unusable},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      std::vector<std::string> prices = {test_price("card", c.brand_new.first, "new", c.brand_new.second)};
      for (const auto& [date, usd] : c.used) prices.push_back(test_price("card", date, "used", usd));
      const Catalog catalog = with_prices(prices);
      const auto found = estimates(catalog);
      REQUIRE(found.size() == 2);
      CHECK(found[0].condition == Condition::brand_new);
      CHECK(enum_name(found[0].age) == enum_name(c.expected));
      CHECK(found[1].age == PriceAge::current);
    }
  }
}

TEST_CASE("a recalled used price makes no new one old", "[economics]") {
  const Catalog catalog =
      with_prices({test_price("card", "2026-03", "new", 900), test_price("card", "2026-06", "used", 2000, "memory")});
  REQUIRE(estimates(catalog).size() == 1);
  CHECK(estimates(catalog)[0].age == PriceAge::current);
}

TEST_CASE("new is below used only by more than 5 % of a current price", "[economics]") {
  const auto price = [](Condition condition, double usd, PriceAge age = PriceAge::current) {
    PriceEstimate estimate;
    estimate.condition = condition;
    estimate.today = Usd{usd};
    estimate.age = age;
    return estimate;
  };
  const PriceEstimate used = price(Condition::used, 1000);
  CHECK(is_new_below_used(price(Condition::brand_new, 949), used));
  CHECK_FALSE(is_new_below_used(price(Condition::brand_new, 950), used));
  CHECK_FALSE(is_new_below_used(used, price(Condition::brand_new, 949)));
  CHECK_FALSE(is_new_below_used(price(Condition::used, 500), used));
  CHECK_FALSE(is_new_below_used(price(Condition::mixed, 500), used));
  CHECK_FALSE(is_new_below_used(price(Condition::brand_new, 500), price(Condition::mixed, 1000)));
  CHECK_FALSE(is_new_below_used(price(Condition::brand_new, 500), price(Condition::used, 1000, PriceAge::old)));
  CHECK(is_new_below_used(price(Condition::brand_new, 500, PriceAge::old), used));  // whatever its own age
}

TEST_CASE("nobody sells new ones of a product that is made no more for less than used ones cost", "[economics]") {
  const auto price_of_new = [](const std::string& more, double used) {
    const Catalog catalog = catalog_from(test_document("\"gpus\": [" + test_gpu("card", more) + "], \"prices\": [" +
                                                       test_price("card", "2026-06", "new", 900) + "," +
                                                       test_price("card", "2026-06", "used", used) + "]"));
    return *price_estimates(*catalog.gpu("card"), catalog).begin();
  };
  const std::string ended = R"(, "end_of_production": "2025-01")";
  CHECK(price_of_new(ended, 1000).no_offer == NoOffer::out_of_production);
  CHECK_FALSE(price_of_new(ended, 1000).decides());
  CHECK(price_of_new(ended, 700).decides());
  CHECK(price_of_new("", 1000).decides());
}
