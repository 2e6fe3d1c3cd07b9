#include "advice/cost/cost_answer.hpp"

#include <string>

#include "catalog/records/own_price.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

std::string rent(const std::string& terms, double usd_per_hour, const std::string& date) {
  return R"({"gpu": "card", "date": ")" + date + R"(", "provider": "a", "terms": ")" + terms +
         R"(", "count": 1, "usd_per_hour": )" + std::to_string(usd_per_hour) + R"(, "source": "tracker"})";
}

/// A card of 300 W, quoted used at $500 and new at $900 on 10 October 2026; a kWh costs $0.20 in the US.
Catalog catalog_of(const std::string& rents = rent("on-demand", 0.5, "2026-10")) {
  return catalog_from(test_document(
      "\"gpus\": [" + test_gpu("card", ", \"tdp_w\": 300") + "], \"prices\": [" +
      test_price("card", "2026-10-10", "used", 500) + ", " + test_price("card", "2026-10-10", "new", 900) +
      "], \"rents\": [" + rents +
      R"(], "electricity": [{"region": "US", "date": "2026", "customers": "households", "usd_per_kwh": 0.2,
                            "source": "tracker"}],
         "cost_assumptions": [{"id": "use", "value": 0.5, "unit": "share", "what": "W", "source": "memory"},
                              {"id": "years", "value": 2, "unit": "years", "what": "W", "source": "memory"}])"));
}

template <class Change>
CostAnswer answer_for(const Catalog& catalog, Change change) {
  CostQuestion question;
  question.gpu = catalog.gpu("card");
  question.region = "US";
  change(question);
  return cost_answer(question, catalog).answer.value();
}
CostAnswer answer_for(const Catalog& catalog) {
  return answer_for(catalog, [](CostQuestion&) {});
}

}  // namespace

TEST_CASE("what is not told is assumed: hours, years, electricity, the power of the machine", "[advice]") {
  const Catalog catalog = catalog_of();
  const CostAnswer answer = answer_for(catalog);
  CHECK(answer.owned.ownership.purchase == Usd{500});  // used, the cheaper one
  CHECK(answer.owned.ownership.hours_per_day == 12);
  CHECK(answer.owned.ownership.years == 2);
  CHECK(answer.owned.ownership.electricity == UsdPerKwh{0.2});
  CHECK(answer.owned.ownership.power == Watts{400});  // 100 W besides the card
}

TEST_CASE("load and count change the power, and no cost of work is told below full power", "[advice]") {
  const Catalog catalog = catalog_of();
  const auto power = [&](auto change) { return answer_for(catalog, change).owned.ownership.power; };
  CHECK(power([](CostQuestion& asked) { asked.count = 2; }) == Watts{700});
  CHECK(power([](CostQuestion& asked) { asked.load = 0.5; }) == Watts{250});
  CHECK(power([](CostQuestion& asked) { asked.limit = Watts{200}; }) == Watts{300});
  CHECK(power([](CostQuestion& asked) { asked.system = Watts{50}; }) == Watts{350});
  CHECK(answer_for(catalog, [](CostQuestion& asked) { asked.limit = Watts{200}; }).units.empty());
}

TEST_CASE("a card brings no more than was paid, and the used price tells it whatever was paid", "[advice]") {
  const Catalog catalog = catalog_of();
  const auto resale = [](const Catalog& market, std::optional<Condition> condition = std::nullopt) {
    return answer_for(market, [&](CostQuestion& asked) { asked.condition = condition; }).owned.ownership.resale_now;
  };
  CHECK(resale(catalog) == Usd{500});
  CHECK(resale(catalog, Condition::brand_new) == Usd{500});
  OwnPrice own;
  own.quote = *catalog.prices_of(*catalog.gpu("card")).begin();
  own.quote.price = Usd{200};
  const Catalog with_own = catalog.with_own_prices({own});
  CHECK(answer_for(with_own).owned.ownership.purchase == Usd{200});
  CHECK(resale(with_own) == Usd{200});
}

TEST_CASE("households pay their taxes with the price of a kWh", "[advice]") {
  const Catalog catalog = catalog_of();
  const auto answer = answer_for(catalog, [](CostQuestion& asked) { asked.tax = 0.25; });
  CHECK_THAT(answer.owned.ownership.electricity.value(), WithinRel(0.16));  // told with the tax it is 0.20 again
}

TEST_CASE("owning is compared with renting where that is asked, and known of today", "[advice]") {
  const auto rented = [](const std::string& rents, bool is_asked = true) {
    const Catalog catalog = catalog_of(rents);
    const auto answer = answer_for(catalog, [&](CostQuestion& asked) { asked.against_rent = is_asked; });
    return answer.own_or_rent ? answer.own_or_rent->hourly : UsdPerHour{0};
  };
  CHECK(rented(rent("on-demand", 0.5, "2026-10")) == UsdPerHour{0.5});
  CHECK(rented(rent("on-demand", 0.5, "2026-10"), false) == UsdPerHour{0});
  CHECK(rented(rent("on-demand", 0.5, "2025-10")) == UsdPerHour{0});
  CHECK(rented(rent("spot", 0.1, "2026-10")) == UsdPerHour{0});
}

TEST_CASE("what a sale costs is not got back", "[advice]") {
  const Catalog catalog = catalog_from(test_document(
      "\"gpus\": [" + test_gpu("card", ", \"tdp_w\": 300") + "], \"prices\": [" +
      test_price("card", "2026-10-10", "used", 500) +
      R"(], "electricity": [{"region": "US", "date": "2026", "customers": "households", "usd_per_kwh": 0.2,
                            "source": "tracker"}],
         "cost_assumptions": [{"id": "selling-fee", "value": 0.1, "unit": "share", "what": "W", "source": "memory"}])"));
  CHECK(answer_for(catalog).owned.ownership.resale_now == Usd{450});
}

TEST_CASE("there is no cost without a price, a power or a price of electricity", "[advice]") {
  const Catalog catalog =
      catalog_from(test_document("\"gpus\": [" + test_gpu("free", ", \"tdp_w\": 300") + "," + test_gpu("dark") +
                                 "], \"prices\": [" + test_price("dark", "2026-10-10", "used", 500) + "]"));
  CostQuestion question;
  question.gpu = catalog.gpu("free");
  CHECK(cost_answer(question, catalog).reason == NoCost::no_price);
  question.gpu = catalog.gpu("dark");
  CHECK(cost_answer(question, catalog).reason == NoCost::no_power);
  question.limit = Watts{100};
  CHECK(cost_answer(question, catalog).reason == NoCost::no_electricity);
}
