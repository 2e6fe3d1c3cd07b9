#include "calibration/prices/price_fit.hpp"

#include <string>

#include "catalog/form/catalog_writer.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;

namespace {

Catalog as_of(PartialDate date) { return embedded_catalog().known_by(date.last_day()); }

}  // namespace

TEST_CASE("the stored prices of today are what the quotes give", "[calibration]") {
  const Catalog catalog = embedded_catalog();
  const FittedPrices fitted = fit_prices(catalog.known_by(*catalog.as_of()));
  REQUIRE_FALSE(fitted.levels.empty());
  CHECK(write_levels(fitted.levels, fitted.months) ==
        write_levels(catalog.records<PriceLevel>(), catalog.records<MarketMonth>()));
}

TEST_CASE("an earlier day has prices of its own, from what was known then", "[calibration]") {
  const Catalog then = as_of(PartialDate(2026, 3, 31));
  CHECK(then.records<PriceLevel>().empty());
  const Catalog priced = with_prices_of_its_day(then);
  REQUIRE_FALSE(priced.records<PriceLevel>().empty());
  for (const MarketMonth& month : priced.records<MarketMonth>()) CHECK(month.month <= PartialDate(2026, 3));
  // Prices rose from March to October, which nobody knew in March.
  const PriceLevel* march = priced.price_level("nvidia-geforce-rtx-3090", Condition::used);
  const PriceLevel* october = embedded_catalog().price_level("nvidia-geforce-rtx-3090", Condition::used);
  REQUIRE(march != nullptr);
  REQUIRE(october != nullptr);
  CHECK(march->today < october->today);
}

TEST_CASE("without a market there is no model", "[calibration]") {
  CHECK(fit_prices(as_of(PartialDate(2024, 12, 31))).levels.empty());
  const Catalog small = catalog_from(test_document("\"gpus\": [" + test_gpu("card") + "], \"prices\": [" +
                                                   test_price("card", "2026-06", "used", 300) + "]"));
  CHECK(fit_prices(small).levels.empty());
  CHECK(with_prices_of_its_day(small).records<PriceLevel>().empty());
  CHECK(fit_prices(Catalog()).levels.empty());
}

TEST_CASE("a price laid over a catalog moves its own card, and no other", "[catalog]") {
  const std::string source = R"({"sources": [{"id": "mine", "title": "M", "publisher": "M", "grade": "shop"}])";
  const auto laid_over = [&](const std::string& members) {
    const std::vector<CatalogLayer> layers = {{{"mine.json", source + members + "}"}}};
    return load_catalog(embedded_catalog(), layers);
  };
  CHECK_FALSE(laid_over("").records<PriceLevel>().empty());
  const Catalog repriced =
      laid_over(", \"prices\": [" + test_price("nvidia-geforce-rtx-3090", "2026-10", "used", 900, "mine") + "]");
  CHECK(repriced.price_level("nvidia-geforce-rtx-3090", Condition::used) == nullptr);
  const Catalog priced = with_prices_of_its_day(repriced);
  const auto levels = embedded_catalog().records<PriceLevel>();
  REQUIRE(priced.records<PriceLevel>().size() == levels.size());
  for (const PriceLevel& level : levels) {
    const PriceLevel* now = priced.price_level(level.gpu, level.condition);
    REQUIRE(now != nullptr);
    const bool is_its_own = level.gpu == "nvidia-geforce-rtx-3090" && level.condition == Condition::used;
    CHECK((now->today != level.today) == is_its_own);
  }
}

TEST_CASE("levels are of known GPUs, and within their interval", "[catalog]") {
  const auto problems = [](const std::string& gpu, const std::string& figures) {
    return problems_of(on_line_two("\"gpus\": [" + test_gpu("card") + "], \"price_levels\": [{\"gpu\": \"" + gpu +
                                   "\", \"condition\": \"used\", " + figures + "}]"));
  };
  const std::string good = R"("today_usd": 300, "low_usd": 250, "high_usd": 360)";
  CHECK(problems("card", good) == Strings{});
  CHECK(problems("cart", good) ==
        Strings{R"(test.json:3: /price_levels/0/gpu: unknown GPU "cart", did you mean "card"?)"});
  CHECK(problems("card", R"("today_usd": 240, "low_usd": 250, "high_usd": 360)") ==
        Strings{"test.json:3: /price_levels/0: expected low_usd <= today_usd <= high_usd"});
}
