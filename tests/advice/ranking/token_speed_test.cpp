#include "gpuadvisor/advice/token_speed.hpp"

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Catch::Matchers::WithinRel;

const Gpu& gpu_of(const Catalog& catalog, std::string_view id) {
  const Gpu* gpu = catalog.gpu(id);
  REQUIRE(gpu != nullptr);
  return *gpu;
}

TEST_CASE("A GPU writes and reads the tokens of a network as its indices and the network's work say", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-8b");
  const MemoryJob job = default_job(llama, MemoryTask::run);
  const Gpu& gpu = gpu_of(catalog, "nvidia-geforce-rtx-3090");
  const PerformanceIndex decoding(catalog, *catalog.workload("llm-decode"), ScorePrecision::fp16);
  const PerformanceIndex prompts(catalog, *catalog.workload("llm-prompt"), ScorePrecision::fp16);
  const TokenRate expected = decode_rate(*decoding.performance(gpu), *prompts.performance(gpu), token_work(llama, job));
  const auto written = TokenSpeed(llama, job, catalog).decode_rate(gpu, {1});
  REQUIRE(written);
  CHECK(written->middle == expected.middle);
  CHECK(written->low < written->middle);
  CHECK(written->middle < written->high);
  CHECK(written->basis == Basis::measured);
  const auto read = TokenSpeed(llama, job, catalog).prompt_rate(gpu, {1});
  REQUIRE(read);
  CHECK(read->middle == prompt_rate(*prompts.performance(gpu), token_work(llama, job)).middle);
}

TEST_CASE("The reference card writes as fast as its step and what it reaches of its bandwidth", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-8b");
  MemoryJob job = default_job(llama, MemoryTask::run);
  job.weights = *weight_format("q8-0");
  const auto written = TokenSpeed(llama, job, catalog).decode_rate(gpu_of(catalog, "nvidia-geforce-rtx-2080-ti"), {1});
  REQUIRE(written);
  // 7504.923 M of 8.5 bits: 7.973981 GB, and 0.268435 GB.
  CHECK_THAT(1 / written->middle,
             WithinRel(k_token_constants.step_seconds + 8.242416 / k_token_constants.bandwidth, 1e-4));
}

TEST_CASE("A batch counts all its sequences, and several GPUs share the layers", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-8b");
  MemoryJob job = default_job(llama, MemoryTask::run);
  const Gpu& gpu = gpu_of(catalog, "nvidia-geforce-rtx-3090");
  const double one = TokenSpeed(llama, job, catalog).decode_rate(gpu, {1})->middle;
  job.batch = 8;
  const TokenSpeed speed(llama, job, catalog);
  const double eight = speed.decode_rate(gpu, {1})->middle;
  CHECK(eight > 3 * one);
  CHECK(eight < 8 * one);
  CHECK(speed.decode_rate(gpu, {2})->middle == eight);
  CHECK_THAT(speed.decode_rate(gpu, {2})->high, WithinRel(2 * speed.decode_rate(gpu, {1})->high, 1e-12));
}

TEST_CASE("No rate is told of other jobs, of GPUs without an index, or without measurements", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-8b");
  const MemoryJob job = default_job(llama, MemoryTask::run);
  const Gpu& gpu = gpu_of(catalog, "nvidia-geforce-rtx-3090");
  CHECK_FALSE(TokenSpeed(llama, default_job(llama, MemoryTask::train), catalog).decode_rate(gpu, {1}));
  const Network& resnet = *catalog.network("resnet-50");
  CHECK_FALSE(TokenSpeed(resnet, default_job(resnet, MemoryTask::run), catalog).prompt_rate(gpu, {1}));
  Gpu unknown;
  unknown.id = "some-card";
  CHECK_FALSE(TokenSpeed(llama, job, catalog).decode_rate(unknown, {1}));
  CHECK_FALSE(TokenSpeed(llama, job, catalog).prompt_rate(unknown, {1}));
  CHECK_FALSE(TokenSpeed(llama, job, Catalog()).is_known());
}

}  // namespace
}  // namespace gpuadvisor
