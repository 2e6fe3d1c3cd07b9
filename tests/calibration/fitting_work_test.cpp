#include "calibration/memory/fitting_work.hpp"

#include "catalog/loading/embedded_benchmarks.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"
#include "support/test_benchmarks.hpp"

namespace gpuadvisor {
namespace {

TEST_CASE("the work of a fit grows with the third power of what is unknown", "[calibration]") {
  Benchmarks benchmarks;
  CHECK(fitting_work(benchmarks).once == 0);
  benchmarks.measurements = {
      test_row("a", "x", "net", Precision::fp16, 1), test_row("a", "x", "net", Precision::fp32, 2),
      test_row("a", "y", "net", Precision::fp16, 3), test_row("b", "x", "net", Precision::fp16, 4)};
  // Four rows of 1000 steps, and three figures: x and y of a, x of b. Left out are two GPUs and two datasets.
  CHECK(fitting_work(benchmarks).once == 4 * 1000 + 3 * 3 * 3);
  CHECK(fitting_work(benchmarks).with_each_out == (2 + 2) * (4 * 1000 + 3 * 3 * 3));

  benchmarks.measurements.back().workload = "rnn";  // which is fitted by itself: one figure
  CHECK(fitting_work(benchmarks).once == (3 * 1000 + 2 * 2 * 2) + (1000 + 1));
}

TEST_CASE("the shipped measurements are far from what is too much to fit", "[calibration]") {
  const FittingWork work = fitting_work(embedded_benchmarks());
  CHECK(work.once > 0);
  CHECK(work.with_each_out < k_most_fitting_work / 2);
}

}  // namespace
}  // namespace gpuadvisor
