#include "advice/measured/measured_values.hpp"

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

constexpr std::string_view k_big = "nvidia-geforce-rtx-3090";
constexpr std::string_view k_small = "nvidia-geforce-rtx-3080";

Measurement measured(std::string_view gpu, double value, std::optional<int> batch) {
  Measurement made;
  made.dataset = "shop";
  made.gpu = gpu;
  made.gpu_count = 1;
  made.workload = "cnn";
  made.model = "ResNet";
  made.value = value;
  made.unit = "images/s";
  made.batch = batch;
  return made;
}

/// How many times as fast as k_big the first of k_small is.
std::optional<double> times(const std::vector<Measurement>& measurements) {
  const Catalog catalog = embedded_catalog();
  MeasuredQuestion question;
  question.gpus = {catalog.gpu(k_small)};
  question.against = catalog.gpu(k_big);
  const auto values = measured_values(question, measurements, catalog);
  REQUIRE_FALSE(values.empty());
  return values.front().times;
}

}  // namespace

TEST_CASE("a measurement is told against the same batch, else against the only other one", "[advice]") {
  CHECK(times({measured(k_small, 50, 8), measured(k_big, 100, 8), measured(k_big, 200, 16)}) == 0.5);
  CHECK(times({measured(k_small, 50, 8), measured(k_big, 200, 16)}) == 0.25);
  CHECK_FALSE(times({measured(k_small, 50, 8), measured(k_big, 200, 16), measured(k_big, 250, 32)}));
  CHECK_FALSE(times({measured(k_small, 50, 8)}));
}

TEST_CASE("less time is faster; another model, precision or dataset does not compare", "[advice]") {
  auto slow = measured(k_small, 20, 8);
  auto fast = measured(k_big, 10, 8);
  slow.kind = fast.kind = MeasurementKind::time;
  CHECK(times({slow, fast}) == 0.5);
  fast.model = "VGG";
  CHECK_FALSE(times({slow, fast}));
  fast.model = slow.model;
  fast.precision = Precision::fp16;
  CHECK_FALSE(times({slow, fast}));
  fast.precision = slow.precision;
  fast.dataset = "other";
  CHECK_FALSE(times({slow, fast}));
}

TEST_CASE("only what was asked for is listed, of GPUs that the catalog has", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const std::vector<Measurement> measurements = {measured(k_small, 50, 8), measured("nobody-card", 60, 8),
                                                 measured(k_big, 70, 8)};
  CHECK(measured_values({}, measurements, catalog).size() == 2);
  MeasuredQuestion other;
  other.dataset = "mine";
  CHECK(measured_values(other, measurements, catalog).empty());
  MeasuredQuestion rnn;
  rnn.workload = catalog.workload("rnn");
  CHECK(measured_values(rnn, measurements, catalog).empty());
}
