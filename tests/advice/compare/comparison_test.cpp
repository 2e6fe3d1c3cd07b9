#include "advice/compare/comparison.hpp"

#include <cmath>

#include "support/catch2.hpp"
#include "support/test_rivals.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

Comparison compared(const Catalog& catalog, const Strings& ids, const std::string& workload = "cnn") {
  ComparisonQuestion question;
  for (const auto& id : ids) question.gpus.push_back({catalog.gpu(id), 1});
  question.workloads = {catalog.workload(workload)};
  return comparison(question, catalog);
}

Call call(double ratio, std::optional<double> low = std::nullopt, std::optional<double> high = std::nullopt) {
  return call_of({ratio, low, high});
}

}  // namespace

TEST_CASE("a ratio tells two GPUs apart when it is a step or more and its interval leaves out 1", "[advice]") {
  CHECK(call(1.5) == Call::ahead);
  CHECK(call(1.1) == Call::ahead);
  CHECK(call(1.09) == Call::too_close);
  CHECK(call(1.5, 1.01, 2.2) == Call::ahead);
  CHECK(call(1.5, 1.0, 2.2) == Call::too_close);
  CHECK(call(1.5, 0.9, 2.5) == Call::too_close);
  CHECK(call(1.05, 1.04, 1.06) == Call::too_close);  // sure, and yet less than repeated measurements differ by
  CHECK(call(1) == Call::too_close);
  CHECK(call(0.95) == Call::too_close);
  CHECK(call(0.8) == Call::behind);
  CHECK(call(0.8, 0.6, 0.99) == Call::behind);
  CHECK(call(0.8, 0.6, 1.0) == Call::too_close);
}

TEST_CASE("the interval of a ratio has both errors in quadrature", "[advice]") {
  // matrix 1.5 (1.3 to 1.7), plain 1 (0.9 to 1.1):
  //   below: sqrt(ln(1.5 / 1.3)^2 + ln(1.1)^2)       = sqrt(0.0204782 + 0.0090840) = 0.1719366
  //   above: sqrt(ln(1.7 / 1.5)^2 + ln(1 / 0.9)^2)   = sqrt(0.0156657 + 0.0111008) = 0.1636048
  const Catalog catalog = test_measured_rivals();
  const Comparison found = compared(catalog, {"plain", "matrix"});
  const WorkloadVerdict& verdict = found.verdicts.at(0);
  CHECK(verdict.speed_kind == SpeedKind::index);
  REQUIRE(verdict.to_first.size() == 1);
  const PairwiseRatio& duel = verdict.to_first[0];
  CHECK(duel.gpu == 1);
  CHECK(duel.against == 0);
  CHECK_THAT(duel.ratio.ratio, WithinRel(1.5, 1e-12));
  CHECK_THAT(duel.ratio.low.value(), WithinRel(1.5 / std::exp(0.1719366), 1e-6));
  CHECK_THAT(duel.ratio.high.value(), WithinRel(1.5 * std::exp(0.1636048), 1e-6));
  CHECK(duel.call == Call::ahead);
}

TEST_CASE("standings have the best against each other one, the next best first", "[advice]") {
  // Speeds 1.5 (1.3 to 1.7), 1.25 (1.1 to 1.4) and 1 (0.9 to 1.1); prices 400, 380 and 250 (used).
  // 1.5 / 1.25 = 1.2; below: sqrt(ln(1.5 / 1.3)^2 + ln(1.4 / 1.25)^2) = sqrt(0.0204782 + 0.0128436) = 0.18254, so
  // from 1.0 on: 1.2 / 1.20026 = 0.99978: too close, by a hair.
  const Catalog catalog = test_measured_rivals();
  const Comparison found = compared(catalog, {"plain", "memory", "matrix"});
  const WorkloadVerdict& verdict = found.verdicts.at(0);
  REQUIRE(verdict.speed.size() == 2);
  CHECK(verdict.speed[0].gpu == 2);
  CHECK(verdict.speed[0].against == 1);
  CHECK_THAT(verdict.speed[0].ratio.ratio, WithinRel(1.2, 1e-12));
  CHECK_THAT(verdict.speed[0].ratio.low.value(), WithinRel(0.99978, 1e-4));
  CHECK(verdict.speed[0].call == Call::too_close);
  CHECK(verdict.speed[1].against == 0);
  CHECK(verdict.speed[1].call == Call::ahead);
  // Per $1000: 4.00 (plain, used), 3.75 (matrix), 3.289 (memory).
  REQUIRE(verdict.value.size() == 2);
  CHECK(verdict.value[0].gpu == 0);
  CHECK(verdict.value[0].against == 2);
  CHECK_THAT(verdict.value[0].ratio.ratio, WithinRel(4.0 / 3.75, 1e-12));
  CHECK(verdict.value[0].call == Call::too_close);
  // The price at which each ties with 4 per $1000: 1.25 / 4 * 1000 and 1.5 / 4 * 1000.
  REQUIRE(verdict.break_evens.size() == 2);
  CHECK(verdict.break_evens[0].gpu == 1);
  CHECK_THAT(verdict.break_evens[0].below.value(), WithinRel(312.5, 1e-12));
  CHECK(verdict.break_evens[1].gpu == 2);
  CHECK_THAT(verdict.break_evens[1].below.value(), WithinRel(375.0, 1e-12));
  CHECK(verdict.efficiency.empty());  // no board power is known
}

TEST_CASE("value goes by the lowest of the most current prices that may decide", "[advice]") {
  const Catalog catalog =
      test_market({test_card("old", 8), test_card("both", 8), test_card("recalled", 8), test_card("expired", 8)},
                  {test_price("old", "2025-01", "new", 100), test_used("old", 300), test_used("both", 200),
                   test_price("both", "2026-06", "new", 150), test_price("recalled", "2026-06", "used", 100, "memory"),
                   test_price("expired", "2024-01", "used", 50)});
  const Comparison found = compared(catalog, {"old", "both", "recalled", "expired"});
  CHECK(found.gpus[0].price->today == Usd{300});
  CHECK(found.gpus[1].price->today == Usd{150});
  CHECK_FALSE(found.gpus[2].price);
  CHECK_FALSE(found.gpus[3].price);
  CHECK(found.gpus[3].prices.size() == 1);  // shown all the same
  const WorkloadVerdict& verdict = found.verdicts.at(0);
  REQUIRE(verdict.value.size() == 1);
  CHECK(verdict.value[0].gpu == 1);
  REQUIRE(verdict.break_evens.size() == 3);  // of those without a price, too
  CHECK(verdict.break_evens[2].gpu == 3);
  CHECK_THAT(verdict.break_evens[2].below.value(), WithinRel(150.0, 1e-12));
}

TEST_CASE("without speeds the scores are compared, and no interval is made up", "[advice]") {
  // 2^(25/48) for "matrix" against 1 for "plain".
  const Catalog catalog = test_rivals();
  const WorkloadVerdict verdict = compared(catalog, {"plain", "matrix"}).verdicts.at(0);
  CHECK_FALSE(verdict.speed_kind == SpeedKind::index);
  REQUIRE(verdict.speed.size() == 1);
  CHECK_THAT(verdict.speed[0].ratio.ratio, WithinRel(std::pow(2, 25.0 / 48), 1e-12));
  CHECK_FALSE(verdict.speed[0].ratio.low);
  CHECK(verdict.speed[0].call == Call::ahead);
}

TEST_CASE("a GPU dominates when no weighting in the order of importance puts it below another", "[advice]") {
  const Catalog catalog = test_rivals();
  CHECK(compared(catalog, {"plain", "matrix"}).verdicts.at(0).dominant == 1U);
  CHECK_FALSE(compared(catalog, {"memory", "matrix"}).verdicts.at(0).dominant);  // each leads at two corners
  CHECK_FALSE(compared(catalog, {"memory", "matrix", "plain"}).verdicts.at(0).dominant);
  CHECK(compared(catalog, {"dear", "matrix", "plain"}).verdicts.at(0).dominant == 0U);
  CHECK(compared(catalog, {"plain", "matrix"}, "general").verdicts.at(0).dominant == 1U);  // its parts agree
}

TEST_CASE("a GPU without figures takes part without a place", "[advice]") {
  const Catalog catalog = catalog_from(test_document(R"("gpus": [)" + test_card("one", 8) + "," + test_gpu("bare") +
                                                     "," + test_card("two", 8, 2) + "]"));
  const Comparison found = compared(catalog, {"bare", "one", "two"});
  const WorkloadVerdict& verdict = found.verdicts.at(0);
  CHECK_FALSE(found.gpus[0].figures[0].speed);
  CHECK(verdict.to_first.empty());
  REQUIRE(verdict.speed.size() == 1);
  CHECK(verdict.speed[0].gpu == 2);
  CHECK(verdict.value.empty());
  CHECK(verdict.break_evens.empty());
  CHECK_FALSE(verdict.dominant);
}

TEST_CASE("the memory that the guides ask for counts per device", "[advice]") {
  const Catalog catalog = test_market(
      {test_card("fits", 8), test_card("small", 6), test_gpu("bare"), test_card("twins", 12, 1, R"(, "devices": 2)")},
      {test_used("fits", 400)});
  const WorkloadVerdict verdict = compared(catalog, {"fits", "small", "bare", "twins"}).verdicts.at(0);
  REQUIRE(verdict.memory_floor);
  CHECK(verdict.memory_floor->memory == Gibibytes{8});
  CHECK(verdict.below_floor == std::vector<std::size_t>{1, 2, 3});
}

TEST_CASE("all workloads but the means of others are compared", "[advice]") {
  const Catalog catalog = test_rivals();
  Strings ids;
  for (const Workload* workload : compared_workloads(catalog)) ids.emplace_back(workload->id);
  CHECK(ids == Strings{"cnn", "rnn", "transformer"});
}
