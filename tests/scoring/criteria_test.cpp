#include "scoring/criteria.hpp"

#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

struct Case {
  const char* name;
  Gpu gpu;
  std::optional<double> tensor;
  std::optional<double> flops;
  std::optional<double> half;
};

Gpu with(std::optional<double> fp32, std::optional<double> fp16, std::optional<double> tensor,
         std::optional<double> bf16 = {}, bool dual_issue = false, std::optional<int> tensor_cores = {}) {
  const auto rate = [](std::optional<double> value) { return value ? std::optional(Teraflops{*value}) : std::nullopt; };
  Gpu gpu;
  gpu.fp32 = rate(fp32);
  gpu.fp16_vector = rate(fp16);
  gpu.fp16_tensor = rate(tensor);
  gpu.bf16_tensor = rate(bf16);
  gpu.fp32_dual_issue = dual_issue;
  gpu.tensor_cores = tensor_cores;
  return gpu;
}

}  // namespace

TEST_CASE("criteria follow the rules of docs/priority.md", "[scoring]") {
  const Case cases[] = {
      {"matrix units: their rate", with(13.45, 26.9, 53.79), 53.79, 13.45, 26.9},
      {"no matrix units: the best vector rate", with(5.0, 10.0, {}), 10.0, 5.0, 10.0},
      {"slow FP16 does not count against 16-bit storage", with(8.0, 0.125, {}), 8.0, 8.0, 8.0},
      {"dual issue: half of the vendor's FP32 figure", with(61.4, 122.8, 122.8, {}, true), 122.8, 30.7, 122.8},
      {"dual issue without an FP16 figure: half of FP32 again", with(163.4, {}, 1307.4, {}, true), 1307.4, 81.7, 81.7},
      {"bf16 where only that is known", with(14.3, {}, {}, 432.0), 432.0, 14.3, 14.3},
      {"matrix units of unknown rate: unknown", with(10.0, 20.0, {}, {}, false, 64), {}, 10.0, 20.0},
      {"no vector rate known: unknown", with({}, {}, {}, 275.0), 275.0, {}, {}},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const auto found = criteria(c.gpu);
      CHECK(found[static_cast<std::size_t>(Criterion::tensor)].value == c.tensor);
      CHECK(found[static_cast<std::size_t>(Criterion::flops)].value == c.flops);
      CHECK(found[static_cast<std::size_t>(Criterion::half)].value == c.half);
    }
  }
}

TEST_CASE("criteria name the catalog field they are read from", "[scoring]") {
  Gpu gpu = with(61.4, 122.8, {}, 122.8, true);
  gpu.memory_bandwidth = GigabytesPerSecond{960};
  const auto found = criteria(gpu);
  CHECK(found[static_cast<std::size_t>(Criterion::tensor)].field == "bf16_tensor_tflops");
  CHECK(found[static_cast<std::size_t>(Criterion::flops)].field == "fp32_tflops");
  CHECK(found[static_cast<std::size_t>(Criterion::flops)].halved);
  CHECK(found[static_cast<std::size_t>(Criterion::bandwidth)].field == "memory_bandwidth_gbs");
  CHECK(found[static_cast<std::size_t>(Criterion::bandwidth)].value == 960);
  CHECK(found[static_cast<std::size_t>(Criterion::half)].field == "fp16_vector_tflops");
  CHECK(unit(Criterion::bandwidth) == "GB/s");
  CHECK(unit(Criterion::half) == "TFLOPS");
}
