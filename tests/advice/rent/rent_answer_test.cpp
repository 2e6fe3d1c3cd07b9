#include "advice/rent/rent_answer.hpp"

#include <string>

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;

namespace {

std::string rent(const std::string& provider, const std::string& terms, double usd_per_hour, int count = 1,
                 const std::string& date = "2026-10") {
  return R"({"gpu": "card", "date": ")" + date + R"(", "provider": ")" + provider + R"(", "terms": ")" + terms +
         R"(", "count": )" + std::to_string(count) + R"(, "usd_per_hour": )" + std::to_string(usd_per_hour) +
         R"(, "source": "tracker"})";
}

RentAnswer answer_for(const std::string& rents, const RentFilter& filter = {}) {
  static Catalog catalog;
  catalog = catalog_from(test_document("\"gpus\": [" + test_gpu("card") + "], \"prices\": [" +
                                       test_price("card", "2026-10-10", "used", 1) + "], \"rents\": [" + rents + "]"));
  return rent_answer({{catalog.gpu("card")}, 1, filter}, catalog);
}

}  // namespace

TEST_CASE("the best offer is current and stays as long as it is paid", "[advice]") {
  const auto best = [](const std::string& rents) { return std::string(answer_for(rents).best->quote->provider); };
  CHECK(best(rent("a", "spot", 1) + "," + rent("b", "on-demand", 3) + "," + rent("c", "marketplace", 2)) == "c");
  CHECK(best(rent("a", "on-demand", 1, 1, "2025-10") + "," + rent("b", "on-demand", 3)) == "b");
  CHECK(best(rent("a", "on-demand", 1, 8) + "," + rent("b", "on-demand", 3)) == "b");
  CHECK(best(rent("a", "reserved", 1) + "," + rent("b", "serverless", 2) + "," + rent("c", "on-demand", 3)) == "c");
  CHECK(best(rent("a", "spot", 1)) == "a");
}

TEST_CASE("offers are filtered by terms, provider and the price of all GPUs", "[advice]") {
  const std::string rents = rent("a", "spot", 1) + "," + rent("b", "on-demand", 3);
  CHECK(answer_for(rents, {RentTerms::spot, "", "", std::nullopt}).offers.size() == 1);
  CHECK(answer_for(rents, {std::nullopt, "b", "", std::nullopt}).offers.size() == 1);
  CHECK(answer_for(rents, {std::nullopt, "", "", UsdPerHour{2}}).offers.size() == 1);
  CHECK_FALSE(answer_for(rents, {std::nullopt, "c", "", std::nullopt}).best);
}

TEST_CASE("ranges are by terms, those on demand first", "[advice]") {
  const auto answer =
      answer_for(rent("a", "spot", 1) + "," + rent("b", "on-demand", 3) + "," + rent("c", "on-demand", 5));
  REQUIRE(answer.ranges.size() == 2);
  CHECK(answer.ranges[0].terms == RentTerms::on_demand);
  CHECK(answer.ranges[0].middle == UsdPerHour{4});
  CHECK(answer.ranges[1].terms == RentTerms::spot);
}
