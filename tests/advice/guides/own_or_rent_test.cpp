#include "advice/guides/own_or_rent.hpp"

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

std::string rent(const std::string& gpu, const std::string& provider, const std::string& terms, double usd_per_hour) {
  return R"({"gpu": ")" + gpu + R"(", "date": "2026-10", "provider": ")" + provider + R"(", "terms": ")" + terms +
         R"(", "count": 1, "usd_per_hour": )" + std::to_string(usd_per_hour) + R"(, "source": "tracker"})";
}

/// A card of 300 W for $500 used, rented out on demand at $0.50 and $0.70 and in a marketplace at $0.30; a cheaper one
/// that nobody rents out; a TPU. A kWh costs $0.20.
Catalog market() {
  return catalog_from(test_document(
      "\"gpus\": [" + test_gpu("card", R"(, "tdp_w": 300, "cooling": "open-air")") + "," +
      test_gpu("cheap", R"(, "tdp_w": 100, "cooling": "open-air")") +
      R"(, {"id": "tpu", "name": "Chip", "vendor": "google", "architecture": "T", "segment": "cloud",
            "form": "cloud-chip", "source": "shop"}], "prices": [)" +
      test_price("card", "2026-10-10", "used", 500) + ", " + test_price("cheap", "2026-10-10", "used", 100) +
      "], \"rents\": [" + rent("card", "a", "on-demand", 0.5) + "," + rent("card", "b", "on-demand", 0.7) + "," +
      rent("card", "c", "marketplace", 0.3) + "," + rent("tpu", "a", "on-demand", 1.2) + "," +
      rent("tpu", "b", "spot", 0.6) +
      R"(], "electricity": [{"region": "US", "date": "2026", "customers": "households", "usd_per_kwh": 0.2,
                            "source": "tracker"}],
         "cost_assumptions": [{"id": "use", "value": 0.5, "unit": "share", "what": "W", "source": "memory"},
                              {"id": "years", "value": 2, "unit": "years", "what": "W", "source": "memory"}])"));
}

OwnOrRent answer_for(const Catalog& catalog, std::optional<double> hours = {}, std::optional<double> years = {}) {
  OwnOrRentQuestion question;
  question.request.workload = "general";
  question.request.rank_by = RankBy::price;
  question.request.support = Support::any;
  question.use.region = "US";
  question.use.counts_resale = false;
  question.use.hours_per_day = hours;
  question.use.years = years;
  return own_or_rent(question, catalog);
}

}  // namespace

TEST_CASE("the same GPU is bought and rented, and those that nobody rents out are passed over", "[advice]") {
  const Catalog catalog = market();
  const OwnOrRent answer = answer_for(catalog);
  REQUIRE(answer.choices.size() == 1);
  const OwnOrRentChoice& choice = answer.choices.front();
  CHECK(choice.cost.question.gpu->id == "card");
  CHECK(choice.offer.quote->provider == "c");
  // 12 hours a day for 2 years are 8,760; 500 + 0.4 kW * 8,760 h * 0.20; the median on demand is 0.60.
  CHECK_THAT(choice.cost.cost.total.value(), WithinRel(1200.8, 1e-9));
  CHECK_THAT(choice.cost.rent->middle.rented.value(), WithinRel(5256.0, 1e-9));
  CHECK(choice.verdict() == BuyOrRent::buy);
  CHECK(choice.cost.rent->middle.days == 81);  // 500 / (12 * (0.60 - 0.08)) = 80.1
}

TEST_CASE("few hours in a short time are rented", "[advice]") {
  const Catalog catalog = market();
  const OwnOrRent answer = answer_for(catalog, 1, 30 / 365.0);
  REQUIRE(answer.choices.size() == 1);
  CHECK(answer.choices.front().verdict() == BuyOrRent::rent);
  CHECK(answer.choices.front().cost.rent->middle.days == 962);  // 500 / (0.60 - 0.08) = 961.5
}

TEST_CASE("of chips that cannot be bought the cheapest on demand is told", "[advice]") {
  const Catalog catalog = market();
  const auto tpu = answer_for(catalog).tpu;
  REQUIRE(tpu);
  CHECK(tpu->gpu->id == "tpu");
  CHECK(tpu->each == UsdPerHour{1.2});
}
