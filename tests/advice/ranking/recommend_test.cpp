#include "gpuadvisor/advice/recommend.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;

namespace {

Request request_for(const Catalog& catalog, std::string_view workload) {
  Request request;
  request.workload = workload;
  request.weights = weights_of(*catalog.workload(workload), catalog);
  request.support = Support::any;  // nothing is known of the test architecture's
  return request;
}

/// Two cards: "slow" costs 100 used and 200 new, "fast" 300 used; "free" has no price.
Catalog small_market() {
  const std::string rate = R"(, "memory_bandwidth_gbs": 100, "fp32_tflops": )";
  return catalog_from(test_document(
      "\"gpus\": [" + test_gpu("fast", rate + "20") + "," + test_gpu("slow", rate + "10") + "," +
      test_gpu("free", rate + "40") + "], \"prices\": [" + test_price("slow", "2026-06", "used", 100) + "," +
      test_price("slow", "2026-06", "new", 200) + "," + test_price("fast", "2026-06", "used", 300) + "]"));
}

std::vector<std::string> rows_of(const Answer& answer) {
  std::vector<std::string> rows;
  for (const auto& row : answer.rows) {
    rows.push_back(std::string(row.offer.gpu->id) + " " +
                   std::string(row.offer.price ? enum_name(row.offer.price->condition) : "-"));
  }
  return rows;
}

}  // namespace

TEST_CASE("recommend has a row per condition, list one per GPU", "[advice]") {
  const Catalog catalog = small_market();
  const Request request = request_for(catalog, "cnn");
  CHECK(rows_of(recommend(catalog, request)) ==
        std::vector<std::string>{"fast used", "slow used", "slow new", "free -"});
  CHECK(rows_of(list(catalog, request)) == std::vector<std::string>{"fast used", "slow used", "free -"});
}

TEST_CASE("a GPU is left out only when every one of its offers fails, and counts for each constraint", "[advice]") {
  const Catalog catalog = small_market();
  Request request = request_for(catalog, "cnn");
  request.budget = Usd{150};
  request.condition = Condition::used;
  const Answer answer = recommend(catalog, request);
  CHECK(rows_of(answer) == std::vector<std::string>{"slow used"});
  CHECK(answer.excluded.total == 2);
  const auto count = [&](std::string_view constraint) {
    return answer.excluded.by_constraint[first(failure_of(constraint))];
  };
  CHECK(count("budget") == 2);     // "fast" costs 300, "free" has no price
  CHECK(count("condition") == 1);  // "free" has no used price
  CHECK(count("memory") == 0);
}

TEST_CASE("every answer from the built-in catalog satisfies what was asked", "[advice]") {
  const Catalog catalog = embedded_catalog();
  for (const auto* workload : {"cnn", "rnn", "transformer", "general"}) {
    for (const double budget : {300.0, 500.0, 1000.0, 2500.0, 50000.0}) {
      Request request = request_for(catalog, workload);
      request.budget = Usd{budget};
      request.min_memory = Gibibytes{16};
      const Answer answer = recommend(catalog, request);
      std::set<std::string_view> kept;
      for (const auto& row : answer.rows) {
        REQUIRE(row.offer.price);
        CHECK(row.offer.price->today <= Usd{budget});
        CHECK(row.offer.price->age != PriceAge::unusable);
        CHECK_FALSE(sources_of(*row.offer.price).empty());
        CHECK(*memory_per_device(*row.offer.gpu) >= Gibibytes{16});
        kept.insert(row.offer.gpu->id);
      }
      CHECK(kept.size() + static_cast<std::size_t>(answer.excluded.total) == catalog.gpus().size());
    }
  }
}

TEST_CASE("raising the budget never lowers the best score, raising the memory never raises it", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const auto best = [&](double budget, double memory) {
    Request request = request_for(catalog, "cnn");
    request.budget = Usd{budget};
    request.min_memory = Gibibytes{memory};
    double score = 0;
    for (const auto& row : recommend(catalog, request).rows) score = std::max(score, row.offer.priority.value_or(0));
    return score;
  };
  const double budgets[] = {100, 200, 400, 800, 1600, 3200, 12800, 51200};
  const double memories[] = {4, 8, 12, 16, 24, 48, 80};
  for (const double memory : memories) {
    for (std::size_t i = 1; i < std::size(budgets); ++i)
      CHECK(best(budgets[i - 1], memory) <= best(budgets[i], memory));
  }
  for (const double budget : budgets) {
    for (std::size_t i = 1; i < std::size(memories); ++i)
      CHECK(best(budget, memories[i - 1]) >= best(budget, memories[i]));
  }
}

TEST_CASE("time travel offers nothing released or priced later", "[advice]") {
  const PartialDate then(2019, 4, 3);
  const Catalog catalog = embedded_catalog().known_by(then.last_day());
  const Answer answer = recommend(catalog, request_for(catalog, "cnn"));
  REQUIRE(answer.rows.size() > 20);
  for (const auto& row : answer.rows) {
    REQUIRE(row.offer.gpu->released);
    CHECK(row.offer.gpu->released->last_day() <= then.last_day());
    if (!row.offer.price) continue;
    for (const Price& quote : row.offer.price->quotes) CHECK(quote.date.last_day() <= then.last_day());
  }
}

TEST_CASE("a constraint counts the GPUs of which no offer passes it, whatever else is asked", "[advice]") {
  const Catalog catalog = small_market();
  Request request = request_for(catalog, "cnn");
  request.budget = Usd{150};
  const auto budget_alone = recommend(catalog, request).excluded.by_constraint[0];
  CHECK(budget_alone == 2);
  request.vendors = {"amd"};  // all cards are made by another
  const Answer answer = recommend(catalog, request);
  CHECK(answer.excluded.total == 3);
  CHECK(answer.excluded.by_constraint[0] == budget_alone);  // "slow" is within the budget used, if not new
}
