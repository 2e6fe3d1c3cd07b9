#include "gpuadvisor/advice/token_speed.hpp"

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

const Gpu& gpu_of(const Catalog& catalog, std::string_view id) {
  const Gpu* gpu = catalog.gpu(id);
  REQUIRE(gpu != nullptr);
  return *gpu;
}

/// How fast a GPU is for a workload, of the catalog's measurements and specs.
PhaseSpeed phase(const Catalog& catalog, const Gpu& gpu, std::string_view workload) {
  const PerformanceIndex index(catalog, *catalog.workload(workload), ScorePrecision::fp16);
  return {index.performance(gpu).value(), index.work_share(gpu).value()};
}

TEST_CASE("A GPU writes and reads the tokens of a network as its indices and the network's work say", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-8b");
  const MemoryJob job = default_job(llama, MemoryTask::run);
  const Gpu& gpu = gpu_of(catalog, "nvidia-geforce-rtx-3090");
  const PhaseSpeed reading = phase(catalog, gpu, "llm-prompt");
  const TokenRate expected = decode_rate(phase(catalog, gpu, "llm-decode"), reading, token_work(llama, job));
  const auto written = TokenSpeed(llama, job, catalog).decode_rate(gpu, {1});
  REQUIRE(written);
  CHECK(written->middle == expected.middle);
  CHECK(written->low < written->middle);
  CHECK(written->middle < written->high);
  CHECK(written->basis == Basis::measured);
  const auto read = TokenSpeed(llama, job, catalog).rates(gpu, {1})->prompt;
  REQUIRE(read);
  CHECK(read->middle == prompt_rate(reading, token_work(llama, job)).middle);
}

TEST_CASE("The reference card writes as fast as its step and what it reaches of its bandwidth", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-8b");
  MemoryJob job = default_job(llama, MemoryTask::run);
  job.weights = *weight_format("q8-0");
  const auto written = TokenSpeed(llama, job, catalog).decode_rate(gpu_of(catalog, "nvidia-geforce-rtx-2080-ti"), {1});
  REQUIRE(written);
  // 7504.923 M of 8.5 bits: 7.973981 GB, and 0.268435 GB; 32 layers.
  const double share = phase(catalog, gpu_of(catalog, "nvidia-geforce-rtx-2080-ti"), "llm-decode").work_share;
  CHECK_THAT(1 / written->middle,
             WithinRel(k_token_constants.step_seconds * (1 - share + share * 8.242416 / 3.75), 1e-4));
  CHECK_THAT(share, WithinAbs(k_token_constants.step_work, 0.005));  // which has two digits
}

TEST_CASE("A batch counts all its sequences, and several GPUs share them", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-8b");
  MemoryJob job = default_job(llama, MemoryTask::run);
  job.engine = Engine::llama_cpp;
  const Gpu& gpu = gpu_of(catalog, "nvidia-geforce-rtx-3090");
  const auto rate = [&](int batch, int gpus) {
    job.batch = batch;
    return TokenSpeed(llama, job, catalog).decode_rate(gpu, {gpus})->middle;
  };
  CHECK(rate(8, 1) > 2 * rate(1, 1));
  CHECK(rate(8, 1) < 8 * rate(1, 1));
  CHECK(rate(16, 1) > rate(8, 1));
  CHECK_THAT(rate(16, 2), WithinRel(2 * rate(8, 1), 1e-12));  // a copy of the model on each
}

TEST_CASE("No rate is told of other jobs, of GPUs without an index, or without measurements", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-8b");
  const MemoryJob job = default_job(llama, MemoryTask::run);
  const Gpu& gpu = gpu_of(catalog, "nvidia-geforce-rtx-3090");
  CHECK_FALSE(TokenSpeed(llama, default_job(llama, MemoryTask::train), catalog).decode_rate(gpu, {1}));
  const Network& resnet = *catalog.network("resnet-50");
  CHECK_FALSE(TokenSpeed(resnet, default_job(resnet, MemoryTask::run), catalog).rates(gpu, {1}));
  Gpu unknown;
  unknown.id = "some-card";
  CHECK_FALSE(TokenSpeed(llama, job, catalog).decode_rate(unknown, {1}));
  CHECK_FALSE(TokenSpeed(llama, job, catalog).rates(unknown, {1}));
  CHECK_FALSE(TokenSpeed(llama, job, Catalog()).is_known());
}

TEST_CASE("No GPU writes more than its memory has the bandwidth for, whatever the network and the format", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const auto networks = {"llama-2-7b",   "llama-3-8b",  "llama-3-70b",   "llama-3-1-405b", "mistral-7b",
                         "mixtral-8x7b", "gemma-3-27b", "gemma-3-12b",   "qwen3-30b-a3b",  "qwen3-235b-a22b",
                         "qwen3-8b",     "qwen3-0-6b",  "gpt-oss-20b",   "gpt-oss-120b",   "deepseek-v3",
                         "phi-4",        "qwen2-5-14b", "codellama-34b", "glm-4-5-air",    "kimi-k2"};
  int judged = 0;
  for (const std::string_view id : networks) {
    const Network* const network = catalog.network(id);
    INFO(id);
    REQUIRE(network != nullptr);
    for (const std::string_view format : {"fp16", "q8-0", "q4-k-m", "q2-k"}) {
      MemoryJob job = default_job(*network, MemoryTask::run);
      job.weights = *weight_format(format);
      const TokenSpeed speed(*network, job, catalog);
      for (const Gpu& gpu : catalog.records<Gpu>()) {
        const auto rates = speed.rates(gpu, {1});
        if (!rates || !rates->together.roof) continue;
        INFO(gpu.id << ' ' << format);
        const TokenRate& rate = rates->together;
        CHECK_THAT(*rate.roof, WithinRel(rates->bandwidth->value() /
                                             (rates->work.weights.value() + rates->work.keys_values.value()),
                                         1e-9));
        CHECK(rate.low <= rate.middle);
        CHECK(rate.middle <= *rate.roof);
        CHECK(rate.high <= *rate.roof);
        ++judged;
      }
    }
  }
  CHECK(judged > 15000);
}

TEST_CASE("A newer generation writes and reads no slower than the one before of its class", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-8b");
  const TokenSpeed speed(llama, default_job(llama, MemoryTask::run), catalog);
  const std::pair<const char*, const char*> pairs[] = {
      {"nvidia-geforce-rtx-5090", "nvidia-geforce-rtx-4090"},
      {"nvidia-geforce-rtx-4090", "nvidia-geforce-rtx-3090"},
      {"nvidia-geforce-rtx-5080", "nvidia-geforce-rtx-4080"},
      {"nvidia-geforce-rtx-5070-ti", "nvidia-geforce-rtx-4070-ti"},
      {"nvidia-geforce-rtx-5070", "nvidia-geforce-rtx-4070"},
      {"nvidia-geforce-rtx-5060-ti-16gb", "nvidia-geforce-rtx-4060-ti-16gb"},
      {"nvidia-b200", "nvidia-h200-sxm-141gb"},
      {"nvidia-h200-sxm-141gb", "nvidia-a100-sxm4-80gb"},
      {"amd-instinct-mi355x", "amd-instinct-mi300x"},
      {"amd-radeon-rx-9070-xt", "amd-radeon-rx-7800-xt"},
      {"amd-radeon-rx-7900-xtx", "amd-radeon-rx-6900-xt"}};
  for (const auto& [newer, older] : pairs) {
    INFO(newer << " after " << older);
    const auto of_newer = speed.rates(gpu_of(catalog, newer), {1});
    const auto of_older = speed.rates(gpu_of(catalog, older), {1});
    REQUIRE((of_newer && of_older));
    CHECK(of_newer->together.middle >= of_older->together.middle);
    // Prompts follow the vector rate within an architecture and its successor: that of the MI355X is the lower one.
    if (std::string_view(newer) != "amd-instinct-mi355x") CHECK(of_newer->prompt->middle >= of_older->prompt->middle);
  }
}

}  // namespace
}  // namespace gpuadvisor
