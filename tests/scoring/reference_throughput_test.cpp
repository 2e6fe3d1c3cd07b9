#include "gpuadvisor/scoring/reference_throughput.hpp"

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

std::vector<ReferenceThroughput> rates_of(std::string_view gpu, std::string_view workload) {
  static const Catalog k_catalog = embedded_catalog();
  const Workload& asked = *k_catalog.workload(workload);
  const Gpu& card = *k_catalog.gpu(gpu);
  const auto performance = PerformanceIndex(k_catalog, asked, ScorePrecision::fp16).performance(card);
  return reference_throughputs(k_catalog, asked, ScorePrecision::fp16, card, performance.value());
}

}  // namespace

TEST_CASE("what was measured is told at the batch of all", "[scoring]") {
  const auto rates = rates_of("nvidia-geforce-rtx-3090", "cnn");
  REQUIRE(rates.size() == 1);
  const ReferenceThroughput& rate = rates.front();
  REQUIRE(rate.measured != nullptr);
  CHECK(rate.network->id == "resnet-50");
  CHECK(rate.told->unit == "images/s");
  CHECK(rate.measured->rate == SamplesPerSecond{1218});  // timm, channels last, at a batch of 512
  CHECK(rate.measured->batch == 512);
  const double half_batch = rate.reference->half_batch.value().value();
  CHECK_THAT(rate.middle, WithinRel(1218 * (1 + half_batch / 512) / (1 + half_batch / 256)));
  CHECK(rate.low == rate.middle);
  CHECK(rate.high == rate.middle);
}

TEST_CASE("a rate at another batch is what was measured there", "[scoring]") {
  const ReferenceThroughput rate = rates_of("nvidia-geforce-rtx-3090", "cnn").front();
  CHECK_THAT(at_batch(rate, 512).middle, WithinRel(1218.0));
  CHECK(at_batch(rate, 512).batch == 512);
  CHECK(at_batch(rate, 1).middle < rate.middle / 10);
  CHECK_THAT(at_batch(at_batch(rate, 7), 256).middle, WithinRel(rate.middle));
}

TEST_CASE("with channels last images are trained faster than by the harness of 2022", "[scoring]") {
  const ReferenceThroughput rate = rates_of("nvidia-h100-sxm5-80gb", "cnn").front();
  CHECK(rate.measured == nullptr);
  CHECK(at_batch(rate, 128).low > 2177);  // data/benchmarks/lambda-pytorch-v1.csv, brought to a batch of 128
}

TEST_CASE("what nobody measured is predicted, less surely than the index", "[scoring]") {
  const ReferenceThroughput rate = rates_of("nvidia-geforce-rtx-5080", "transformer").front();
  CHECK(rate.measured == nullptr);
  CHECK(rate.network->id == "bert-base");
  CHECK(rate.low < rate.middle);
  CHECK(rate.middle < rate.high);
  CHECK(rate.high / rate.middle > 1 + rate.reference->spread / 2);
}

TEST_CASE("a mean of several workloads has no rates", "[scoring]") {
  CHECK(rates_of("nvidia-geforce-rtx-4090", "general").empty());
}

// Lambda's harness before it, PyTorch 1.7 to 1.10: the same networks by older software, so slower by up to a fifth.
TEST_CASE("predictions are near what an earlier harness measured", "[scoring]") {
  struct Case {
    std::string_view gpu;
    std::string_view workload;
    int batch;
    double rate;
  };
  const auto [gpu, workload, batch, rate] = GENERATE(
      Case{"nvidia-geforce-rtx-3070", "rnn", 80, 28084}, Case{"nvidia-geforce-rtx-3080", "rnn", 112, 50559},
      Case{"nvidia-rtx-a5000", "rnn", 464, 81294}, Case{"nvidia-geforce-rtx-3070", "transformer", 16, 80},
      Case{"nvidia-geforce-rtx-3080", "transformer", 20, 123}, Case{"nvidia-quadro-rtx-8000", "transformer", 108, 158});
  const ReferenceThroughput predicted = at_batch(rates_of(gpu, workload).front(), batch);
  CHECK(predicted.measured == nullptr);
  CHECK(rate / predicted.middle > 0.8);
  CHECK(rate / predicted.middle < 1.05);
}
