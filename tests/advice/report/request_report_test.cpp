#include "advice/report/request_report.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;

namespace {

/// "slow" costs 100 used and 200 new, "fast" 300 used, "late" 400 used and no faster. A kWh costs $0.20, "fast" is
/// rented out for $0.50 an hour.
Catalog market() {
  const std::string rate = R"(, "tdp_w": 300, "memory_bandwidth_gbs": 100, "fp32_tflops": )";
  return catalog_from(
      test_document("\"gpus\": [" + test_gpu("fast", rate + "20") + "," + test_gpu("slow", rate + "10") + "," +
                    test_gpu("late", rate + "20") + "], \"prices\": [" + test_price("slow", "2026-06", "used", 100) +
                    "," + test_price("slow", "2026-06", "new", 200) + "," + test_price("fast", "2026-06", "used", 300) +
                    "," + test_price("late", "2026-06", "used", 400) + R"(], "rents": [
        {"gpu": "fast", "date": "2026-06", "provider": "a", "terms": "on-demand", "count": 1, "usd_per_hour": 0.5,
         "source": "shop"}],
      "electricity": [{"region": "US", "date": "2026", "customers": "households", "usd_per_kwh": 0.2,
                       "source": "tracker"}])"));
}

Request request_for(const Catalog& catalog) {
  Request request;
  request.workload = "cnn";
  request.weights = weights_of(*catalog.workload("cnn"), catalog);
  request.support = Support::any;
  return request;
}

OwningTerms a_year_at_two_hours() {
  OwningTerms use;
  use.years = 1;
  use.hours_per_day = 2;
  use.counts_resale = false;
  return use;
}

RequestReport report_on(const Catalog& catalog, const Request& request) {
  const Answer answer = recommend(catalog, request);
  return request_report(request, answer, answer_details(answer, catalog), a_year_at_two_hours(), catalog);
}

std::vector<std::string> told(const RequestReport& report) {
  std::vector<std::string> rows;
  for (const ReportedOffer& row : report.offers) {
    rows.push_back(fmt::format("{} {}{}{}", row.offer.gpu->id, total_price(row.offer)->value(),
                               row.is_answer ? "" : " beyond", row.is_on_frontier ? " frontier" : ""));
  }
  return rows;
}

}  // namespace

TEST_CASE("what only the budget keeps out stands behind the rows of the answer", "[advice]") {
  const Catalog catalog = market();
  Request request = request_for(catalog);
  CHECK(told(report_on(catalog, request)) ==
        std::vector<std::string>{"fast 300 frontier", "late 400", "slow 100 frontier", "slow 200"});
  request.budget = Usd{250};
  CHECK(told(report_on(catalog, request)) ==
        std::vector<std::string>{"slow 100 frontier", "slow 200", "fast 300 beyond frontier", "late 400 beyond"});
  request.condition = Condition::brand_new;
  CHECK(told(report_on(catalog, request)) == std::vector<std::string>{"slow 200 frontier"});
}

TEST_CASE("a curve is what owning and renting have cost, from nothing to the years asked for", "[advice]") {
  const Catalog catalog = market();
  const RequestReport report = report_on(catalog, request_for(catalog));
  REQUIRE(report.curves.size() == 3);  // one for each of the GPUs
  const OwningCurve& fast = report.curves.front();
  CHECK(fast.steps.size() == 21);
  CHECK(fast.steps.front().owned == Usd{300});
  CHECK(fast.steps.front().rented == Usd{0});
  // 730 hours at 0.4 kW (100 W besides the card) and $0.20 are $58.40; rented, $365.
  CHECK(fast.steps.back().years == 1);
  CHECK(fast.steps.back().owned.value() == Approx(358.4));
  CHECK(fast.steps.back().rented == Usd{365});
  CHECK(!report.curves.back().steps.back().rented);  // nobody rents it out
}

TEST_CASE("the sources of prices, rents and electricity are told, each once", "[advice]") {
  const Catalog catalog = market();
  std::vector<std::string_view> ids;
  for (const Source* source : report_on(catalog, request_for(catalog)).sources) ids.push_back(source->id);
  CHECK(ids == std::vector<std::string_view>{"shop", "tracker"});
}
