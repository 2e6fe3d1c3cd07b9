#include "gpuadvisor/advice/network_measurements.hpp"

#include <algorithm>

#include "catalog/loading/embedded_benchmarks.hpp"
#include "gpuadvisor/advice/token_speed.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/sizing/network_work.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Catch::Matchers::WithinRel;

constexpr std::string_view k_gpu = "nvidia-geforce-rtx-3090";

/// Measurements of Llama 3 8B in Q4_K_M on one RTX 3090, unless a test says otherwise.
struct MadeUp {
  Catalog catalog = embedded_catalog();
  Benchmarks benchmarks;

  Measurement& add(std::string_view engine, double value, std::string_view model = "Llama 3 8B Q4_K_M") {
    Measurement row;
    row.dataset = "made-up";
    row.gpu = k_gpu;
    row.gpu_count = 1;
    row.workload = k_decode_workload;
    row.model = model;
    row.framework = engine;
    row.value = value;
    row.published = PartialDate::parse("2025-06").value();
    row.source = "somebody";
    return benchmarks.measurements.emplace_back(row);
  }

  [[nodiscard]] std::optional<MeasuredRate> rate(const TokenSetting& setting = {},
                                                 std::string_view workload = k_decode_workload,
                                                 int tokens = 2048) const {
    const NetworkMeasurements all(*catalog.network("llama-3-8b"), benchmarks, catalog);
    MemoryJob job = default_job(*catalog.network("llama-3-8b"), MemoryTask::run);
    job.weights = *weight_format("q4-k-m");
    job.batch = setting.batch;
    job.tokens = tokens;
    return all.rate(*catalog.gpu(k_gpu), job.weights, workload, setting,
                    token_work(*catalog.network("llama-3-8b"), job));
  }
};

TEST_CASE("The engine with the highest median tells how fast a network was measured to be", "[advice]") {
  MadeUp made_up;
  for (const double value : {60.0, 100.0, 62.0}) made_up.add("Ollama", value);
  for (const double value : {90.0, 70.0}) made_up.add("vLLM", value).submissions = 2;
  made_up.add("vLLM", 80).source = "another";
  const auto rate = made_up.rate();
  REQUIRE(rate);
  CHECK(rate->engine == "vLLM");
  CHECK(rate->median == 80);
  CHECK(rate->low == 70);
  CHECK(rate->high == 90);
  CHECK(rate->measurements == 5);
  CHECK(rate->sources == std::vector<std::string_view>{"somebody", "another"});
}

TEST_CASE("One measurement has a range of 5 % either way", "[advice]") {
  MadeUp made_up;
  made_up.add("llama.cpp CUDA", 40);
  CHECK_THAT(made_up.rate()->low, WithinRel(38.0, 1e-12));
  CHECK_THAT(made_up.rate()->high, WithinRel(42.0, 1e-12));
}

TEST_CASE("Only what was asked counts: network, format, GPU, their number, sequences, phase, what is measured",
          "[advice]") {
  const auto is_left_out = [](auto change) {
    MadeUp made_up;
    change(made_up.add("llama.cpp CUDA", 40));
    return !made_up.rate();
  };
  CHECK_FALSE(is_left_out([](Measurement&) {}));
  CHECK(is_left_out([](Measurement& row) { row.model = "Llama 2 7B Q4_K_M"; }));
  CHECK(is_left_out([](Measurement& row) { row.model = "Llama 3 8B Q8_0"; }));
  CHECK(is_left_out([](Measurement& row) { row.model = "Llama 3 8B Q4_K_M, batch 2"; }));
  CHECK(is_left_out([](Measurement& row) { row.gpu = "nvidia-geforce-rtx-4090"; }));
  CHECK(is_left_out([](Measurement& row) { row.gpu_count = 2; }));
  CHECK(is_left_out([](Measurement& row) { row.workload = k_prompt_workload; }));
  CHECK(is_left_out([](Measurement& row) { row.basis = MeasurementBasis::scaled; }));
  CHECK(is_left_out([](Measurement& row) { row.kind = MeasurementKind::normalised; }));
  CHECK(is_left_out([](Measurement& row) { row.framework = "llamafile"; }));  // which people no longer use
}

TEST_CASE("Several GPUs are as fast as engines that share the network so were", "[advice]") {
  MadeUp made_up;
  made_up.add("llama.cpp CUDA", 40).gpu_count = 2;
  made_up.add("vLLM", 70).gpu_count = 2;
  CHECK(made_up.rate({.gpus = 2})->median == 40);
  CHECK(made_up.rate({.gpus = 2, .split = GpuSplit::tensors})->median == 70);
  made_up.add("vLLM", 90);
  CHECK(made_up.rate()->median == 90);  // one GPU is split in no way
}

TEST_CASE("What a dataset tells of a split, and of sequences at a time, counts before the words for engine and model",
          "[advice]") {
  MadeUp made_up;
  Measurement& together = made_up.add("llama.cpp CUDA", 100);
  together.batch = 4;
  CHECK_FALSE(made_up.rate());
  CHECK(made_up.rate({.batch = 4})->median == 100);
  Measurement& by_tensors = made_up.add("llama.cpp CUDA", 60);
  by_tensors.gpu_count = 2;
  by_tensors.split = MeasuredSplit::tensors;
  CHECK_FALSE(made_up.rate({.gpus = 2}));
  CHECK(made_up.rate({.gpus = 2, .split = GpuSplit::tensors})->median == 60);
  made_up.add("llama.cpp CUDA", 20).split = MeasuredSplit::experts_in_ram;
  CHECK_FALSE(made_up.rate());
}

// Llama 3 8B in Q4_K_M reads 4.62 GB of weights, and 0.131 MB of keys and values for each token before: 0.13 GB of
// 1,024, 2.1 GB of 16,384.
TEST_CASE("A long context is not as fast as a short one was measured to be", "[advice]") {
  MadeUp made_up;
  made_up.add("llama.cpp CUDA", 100).output_tokens = 128;
  Measurement& far = made_up.add("llama.cpp CUDA", 60);
  far.prompt_tokens = 16384;
  far.output_tokens = 128;
  CHECK(made_up.rate()->median == 100);
  CHECK(made_up.rate({}, k_decode_workload, 32768)->median == 60);
  CHECK_FALSE(made_up.rate({}, k_decode_workload, 131072));
}

TEST_CASE("What an engine reached more than half a year before it was last measured is superseded", "[advice]") {
  MadeUp made_up;
  for (const double value : {40.0, 42.0}) made_up.add("llama.cpp CUDA", value);
  Measurement& later = made_up.add("llama.cpp CUDA", 80);
  later.published = PartialDate::parse("2025-12").value();
  CHECK(made_up.rate()->median == 42);
  later.published = PartialDate::parse("2026-01").value();
  CHECK(made_up.rate()->median == 80);
}

TEST_CASE("What was published later than the day of the catalog is not known", "[advice]") {
  MadeUp made_up;
  made_up.add("llama.cpp CUDA", 40);
  made_up.catalog = embedded_catalog().known_by(PartialDate::parse("2025-06-29").value().last_day());
  CHECK_FALSE(made_up.rate());
  made_up.catalog = embedded_catalog().known_by(PartialDate::parse("2025-06-30").value().last_day());
  CHECK(made_up.rate());
}

TEST_CASE("A network that was measured on a GPU is as fast there as it was, whatever is predicted", "[advice]") {
  const Catalog catalog = embedded_catalog();
  const Benchmarks benchmarks = embedded_benchmarks(k_decode_workload);
  const Network& network = *catalog.network("gpt-oss-120b");
  MemoryJob job = default_job(network, MemoryTask::run);
  job.weights = *weight_format("mxfp4");
  const NetworkMeasurements measured(network, benchmarks, catalog);
  const Gpu& strix_halo = *catalog.gpu("amd-ryzen-ai-max-plus-395-128gb");
  const auto rates = TokenSpeed(network, job, catalog, &measured).rates(strix_halo, {1});
  REQUIRE(rates);
  // data/benchmarks/llama-cpp-toolboxes-2026.csv, of May 2026: 50.59 and 55.57 written, 725.03 and 726.99 read. What
  // the same engine reached in August 2025 is superseded.
  CHECK_THAT(rates->together.middle, WithinRel(53.08, 1e-9));
  CHECK_THAT(rates->together.low, WithinRel(53.08 * 0.95, 1e-9));
  CHECK_THAT(rates->together.high, WithinRel(53.08 * 1.05, 1e-9));
  CHECK(rates->together.basis == Basis::measured);
  CHECK(rates->together.measured->engine == "llama.cpp Vulkan");
  CHECK(rates->alone.middle == rates->together.middle);
  CHECK_THAT(rates->prompt->middle, WithinRel(726.01, 1e-9));
  const auto predicted = TokenSpeed(network, job, catalog).rates(strix_halo, {1});
  CHECK(rates->together.predicted.middle == predicted->together.middle);
  CHECK_FALSE(predicted->together.measured);
  CHECK_FALSE(TokenSpeed(network, job, catalog, &measured).rates(strix_halo, {2})->together.measured);
}

/// Llama 3 8B in FP8 served by vLLM on one RTX 4090: 64 users, prompts of 1,024 and answers of 512 tokens.
struct Served {
  Catalog catalog = embedded_catalog();
  Benchmarks benchmarks;
  const Gpu& gpu = *catalog.gpu("nvidia-geforce-rtx-4090");
  const Network& network = *catalog.network("llama-3-8b");

  Measurement& add(double value) {
    Measurement row;
    row.dataset = "made-up";
    row.gpu = gpu.id;
    row.gpu_count = 1;
    row.workload = k_serving_workload;
    row.model = "Llama 3 8B FP8";
    row.framework = "vLLM";
    row.value = value;
    row.batch = 64;
    row.prompt_tokens = 1024;
    row.output_tokens = 512;
    row.published = PartialDate::parse("2026-06").value();
    row.source = "somebody";
    return benchmarks.measurements.emplace_back(row);
  }

  [[nodiscard]] std::optional<NetworkRate> rate(int users, int prompt_tokens = 1024) const {
    const NetworkMeasurements measured(network, benchmarks, catalog);
    MemoryJob job = default_job(network, MemoryTask::run);
    job.engine = Engine::server;
    job.weights = *weight_format("fp8");
    job.batch = users;
    job.queues = true;
    job.prompt_tokens = prompt_tokens;
    job.tokens = prompt_tokens + 512;
    const auto rates = TokenSpeed(network, job, catalog, &measured).rates(gpu, {1});
    return rates && rates->together.measured ? std::optional(rates->together) : std::nullopt;
  }
};

TEST_CASE("What a server was measured to write wins, and is carried over to other loads", "[advice]") {
  Served made_up;
  CHECK_FALSE(made_up.rate(64));
  made_up.add(1000);
  const auto same = made_up.rate(64);
  REQUIRE(same);
  CHECK_THAT(same->middle, WithinRel(1000.0, 1e-12));
  CHECK_THAT(same->low, WithinRel(950.0, 1e-12));
  CHECK(same->basis == Basis::measured);

  const auto fewer = made_up.rate(32);
  REQUIRE(fewer);
  CHECK_THAT(fewer->middle / fewer->predicted.middle, WithinRel(same->middle / same->predicted.middle, 1e-9));
  CHECK_THAT(fewer->low, WithinRel(fewer->middle / 1.3, 1e-9));
  CHECK(fewer->basis == Basis::scaled);
  CHECK_FALSE(made_up.rate(15));        // less than a quarter of the users
  CHECK_FALSE(made_up.rate(64, 5000));  // more than four times the prompt

  made_up.add(500).batch = 32;
  CHECK_THAT(made_up.rate(32)->middle, WithinRel(500.0, 1e-12));  // a load as asked for counts alone
}

TEST_CASE("What counts of served models: engine, format, lengths, limit of power, copies", "[advice]") {
  const auto is_left_out = [](auto change) {
    Served made_up;
    change(made_up.add(1000));
    return !made_up.rate(64);
  };
  CHECK_FALSE(is_left_out([](Measurement&) {}));
  CHECK(is_left_out([](Measurement& row) { row.framework = "TensorRT-LLM"; }));
  CHECK(is_left_out([](Measurement& row) { row.model = "Llama 3 8B BF16"; }));
  CHECK(is_left_out([](Measurement& row) { row.prompt_tokens.reset(); }));
  CHECK(is_left_out([](Measurement& row) { row.batch.reset(); }));
  CHECK(is_left_out([](Measurement& row) { row.setting = "input and output tokens"; }));
  CHECK(is_left_out([](Measurement& row) {
    row.gpu_count = 2;
    row.split = MeasuredSplit::tensors;
  }));

  Served limited;
  limited.add(1000).setting = "220 W";
  CHECK(limited.rate(64)->middle > 1000);  // of a card with all its power

  Served copies;
  Measurement& two = copies.add(1000);
  two.gpu_count = 2;
  two.batch = 128;
  two.setting = "2 replicas";
  CHECK_THAT(copies.rate(64)->middle, WithinRel(1000.0, 1e-9));  // of each GPU
}

TEST_CASE("The datasets of a workload are those that measure it", "[advice]") {
  const Benchmarks all = embedded_benchmarks();
  const Benchmarks some = embedded_benchmarks(k_decode_workload);
  const auto written = [](const Benchmarks& benchmarks) {
    return std::count_if(benchmarks.measurements.begin(), benchmarks.measurements.end(),
                         [](const Measurement& row) { return row.workload == k_decode_workload; });
  };
  CHECK(written(some) == written(all));
  CHECK(written(some) > 300);
  CHECK(some.dataset("strix-halo-2025-10") != nullptr);
  CHECK(some.dataset("deepbench-2018") == nullptr);
  CHECK(embedded_benchmarks("no-such-workload").measurements.empty());
}

}  // namespace
}  // namespace gpuadvisor
