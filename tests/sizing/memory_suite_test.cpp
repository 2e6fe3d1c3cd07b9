#include "sizing/memory_suite.hpp"

#include "calibration/memory/memory_suites.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/sizing/memory_fit.hpp"
#include "sizing/memory_limits.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

/// A suite of one job that the model of memory can size and one that it cannot, both measured on "big" alone.
MemorySuite suite() {
  MemorySuite made;
  SuiteJob known;
  known.network = "resnet-50";
  known.job.task = MemoryTask::train;
  known.job.checkpointing = Checkpointing::none;
  known.measured = {{"big", Gibibytes{8}, 0}};
  SuiteJob unknown = known;
  unknown.network = "";
  unknown.missing = "its shape";
  unknown.measured = {{"big", Gibibytes{8}, 4}};
  made.jobs = {known, unknown};
  return made;
}

}  // namespace

TEST_CASE("a batch is told as the largest power of two that is not above it", "[sizing]") {
  const std::pair<int, int> cases[] = {{0, 0}, {1, 1}, {2, 2}, {3, 2}, {63, 32}, {64, 64}, {1'000'000, 524'288}};
  for (const auto& [batch, power] : cases) CHECK(power_of_two_within(batch) == power);
}

TEST_CASE("the verdict of a suite is what holds whatever is not told", "[sizing]") {
  struct Case {
    SuiteCount count;
    std::optional<SuiteVerdict> expected;
  };
  const Case cases[] = {
      {{0, 0, 0}, {}},
      {{5, 5, 5}, SuiteVerdict::all},
      {{4, 5, 5}, SuiteVerdict::most},
      {{2, 4, 4}, SuiteVerdict::few},
      {{0, 3, 3}, SuiteVerdict::none},
      {{3, 4, 5}, SuiteVerdict::most},  // or four of five
      {{4, 4, 5}, {}},                  // most, or all
      {{0, 4, 5}, {}},                  // none, or a few
  };
  for (const auto& c : cases) {
    INFO(c.count.trained << " of " << c.count.told << " of " << c.count.models);
    CHECK(c.count.verdict() == c.expected);
  }
}

TEST_CASE("what was measured goes before the estimate, and what neither tells is never a fit", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const MemorySuite two = suite();
  const Gigabytes usable = usable_memory(Gibibytes{8}, false).usable;
  const int estimate = power_of_two_within(largest_batch(*catalog.network("resnet-50"), two.jobs[0].job, usable));
  REQUIRE(estimate > 1);

  Gpu big;
  big.id = "big";
  big.memory = Gibibytes{8};
  const SuiteFit measured = suite_fit(two, big, usable, catalog);
  CHECK(measured.batches[0].estimated == estimate);
  CHECK(measured.batches[0].told() == 0);
  CHECK(measured.count.trained == 1);
  CHECK(measured.count.verdict() == SuiteVerdict::few);
  CHECK(measured.by_model.verdict() == SuiteVerdict::all);
  CHECK(measured.by_model.models == 1);

  Gpu small = big;
  small.id = "small";
  const SuiteFit other = suite_fit(two, small, usable, catalog);
  CHECK(other.batches[0].told() == estimate);
  CHECK_FALSE(other.batches[1].told());
  CHECK(other.count.trained == 1);
  CHECK(other.count.models == 2);
  CHECK_FALSE(other.count.verdict());
  CHECK(missing_of(two.jobs[1], catalog) == "its shape");

  Gpu with_more = big;
  with_more.memory = Gibibytes{16};
  CHECK(suite_fit(two, with_more, usable, catalog).batches[0].told() == estimate);
}

TEST_CASE("suites are read strictly, with the batches measured of their dataset", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const MemoryMeasurements measurements = embedded_memory_measurements(catalog);
  const std::string header = "suite,model,network,arithmetic,optimizer,engine,tokens,dataset,missing,source\n";
  const auto load = [&](const std::string& rows) {
    const std::string text = header + rows;
    const BenchmarkFile parts[] = {{"memory/suites.csv", text}};
    return load_memory_suites(parts, measurements, catalog);
  };
  const MemorySuites found = load(
      "s,YOLO,yolov3,fp32,momentum,pytorch,0,lambda-2020-02-batches,,lambda-2020-02\n"
      "s,Other,,fp32,adam,pytorch,0,lambda-2020-02-batches,its shape,lambda-2020-02\n");
  REQUIRE(found.suites.size() == 1);
  CHECK(found.suites[0].id == "s");
  CHECK(found.suites[0].source == "lambda-2020-02");
  REQUIRE(found.suites[0].jobs.size() == 2);
  CHECK(found.suites[0].jobs[0].measured.size() == 8);  // as many cards as Lambda ran
  CHECK(found.suites[0].jobs[1].measured.empty());
  CHECK_THROWS_AS(load("s,YOLO,yolov9,fp32,momentum,pytorch,0,lambda-2020-02-batches,,lambda-2020-02\n"), DataError);
  CHECK_THROWS_AS(load("s,YOLO,,fp32,momentum,pytorch,0,lambda-2020-02-batches,,lambda-2020-02\n"), DataError);
}
