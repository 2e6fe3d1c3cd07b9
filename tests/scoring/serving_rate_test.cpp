#include "gpuadvisor/scoring/serving_rate.hpp"

#include <cmath>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "sizing/serving_work.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Catch::Matchers::WithinRel;

/// All of bandwidth and arithmetic is reached, and an engine takes 1 ms a step, 10 us a
/// layer and 10 us a sequence.
ServingConstants plain_constants() {
  ServingConstants plain = k_serving_constants;
  plain.bandwidth_hbm = plain.compute_16_bits = plain.prompt_compute = plain.most_compute = 1;
  plain.experts_spread = plain.experts_compute = plain.experts_prompt = 1;
  plain.experts_microseconds_a_layer = 20;
  plain.usable_memory = 1;
  plain.engine_memory = plain.activations = 0;
  plain.engines[0] = {1, 10, 10, 1, 0.5, 16, 32};
  plain.links[0] = {10, 1};
  for (FamilyRates& family : plain.families) family = {1, 1, 1, 1};
  plain.intervals = {1.5, 2, 3, 4, 5};
  return plain;
}
const ServingConstants k_plain = plain_constants();

/// 1,000 GB/s, 100 TFLOPS, NVLink of 100 GB/s in each direction, and 32 GiB (34.4 GB).
Gpu module_gpu() {
  Gpu gpu;
  gpu.vendor = "nvidia";
  gpu.architecture = "Hopper";
  gpu.segment = Segment::datacenter;
  gpu.form = Form::sxm5;
  gpu.memory = Gibibytes{32};
  gpu.memory_type = "HBM3";
  gpu.memory_bandwidth = GigabytesPerSecond{1000};
  gpu.bf16_tensor = Teraflops{100};
  gpu.nvlink = GigabytesPerSecond{200};
  return gpu;
}

/// 10 billion parameters in 10 layers of width 1,000; 0.1 GB of keys and values for each sequence.
ServingWork dense_work(int prompt_tokens = 0) {
  ServingWork work;
  work.weights = work.always_read = Gigabytes{20};
  work.cache_held = work.cache_read = Gigabytes{0.1};
  work.gflops = work.prompt_gflops = 20;
  work.layers = 10;
  work.hidden = 1000;
  work.prompt_tokens = prompt_tokens;
  work.answer_tokens = 100;
  return work;
}

ServingRate rate_of(const Gpu& gpu, const ServingWork& work, int users, const ServingLayout& layout = {}) {
  const auto rate = serving_rate(gpu, work, {users}, layout, k_plain);
  REQUIRE(rate);
  return *rate;
}

TEST_CASE("A step of a batch reads the weights once, and keys and values of each", "[scoring]") {
  // (20 + 10 * 0.1) / 1000 + 10 * 20 / 100,000 + 0.001 + 10 * 0.00001 + 10 * 0.00001 = 0.021 + 0.002 + 0.0012 s
  const ServingRate rate = rate_of(module_gpu(), dense_work(), 10);
  CHECK_THAT(rate.step.reading, WithinRel(0.021, 1e-9));
  CHECK_THAT(rate.step.computing, WithinRel(0.002, 1e-9));
  CHECK_THAT(rate.step.overhead, WithinRel(0.0012, 1e-9));
  CHECK(rate.step.links == 0);
  CHECK_THAT(rate.together, WithinRel(10 / 0.0242, 1e-9));
  CHECK_THAT(rate.each_user, WithinRel(1 / 0.0242, 1e-9));
  CHECK_THAT(rate.seconds_to_first_token, WithinRel(0.0242, 1e-9));
  CHECK_THAT(rate.low, WithinRel(10 / 0.0242 / 1.5, 1e-9));
  CHECK_THAT(rate.high, WithinRel(10 / 0.021, 1e-9));  // all that the memory has the bandwidth for, below 1.5 times
  CHECK(rate.limit == ServingLimit::bandwidth);
  CHECK(rate.in_flight == 10);
}

TEST_CASE("Prompts of those who begin take a part of each step", "[scoring]") {
  // 10 sequences of 200 + 100 tokens: 20 tokens of prompts a step, 20 * (20 / 100,000 + 20 / 1000 / 4096) s
  const ServingRate rate = rate_of(module_gpu(), dense_work(200), 10);
  const double token = 0.0002 + 0.02 / 4096;
  CHECK_THAT(rate.step.prompts, WithinRel(20 * token, 1e-9));
  CHECK_THAT(rate.together, WithinRel(10 / (0.0242 + 20 * token), 1e-9));
  CHECK_THAT(rate.seconds_to_first_token, WithinRel(0.0242 + 220 * token, 1e-9));
}

TEST_CASE("GPUs that split layers read a part each and wait for the link twice a layer", "[scoring]") {
  // 2 * 10 * (0.00001 + 10 * 1000 * 4 B * 1/2 / 100 GB/s)
  const ServingRate rate = rate_of(module_gpu(), dense_work(), 10, {2, 1, 1});
  CHECK_THAT(rate.step.links, WithinRel(20 * (0.00001 + 0.0000002), 1e-9));
  CHECK_THAT(rate.step.reading, WithinRel(0.0105, 1e-9));
  CHECK_THAT(rate.together, WithinRel(10 / (0.0105 + 0.001 + 0.0012 + 0.000204), 1e-9));
}

TEST_CASE("Replicas have users of their own, and no more work than there are users", "[scoring]") {
  const ServingRate one = rate_of(module_gpu(), dense_work(), 10);
  const ServingRate two = rate_of(module_gpu(), dense_work(), 20, {1, 1, 2});
  CHECK_THAT(two.together, WithinRel(2 * one.together, 1e-9));
  CHECK_THAT(two.each_user, WithinRel(one.each_user, 1e-9));
  const ServingRate idle = rate_of(module_gpu(), dense_work(), 1, {1, 1, 8});
  CHECK_THAT(idle.together, WithinRel(rate_of(module_gpu(), dense_work(), 1).together, 1e-9));
}

TEST_CASE("Layers in turn work at as many groups of sequences as there are stages", "[scoring]") {
  // Two groups of 5: (20.5 / 1000 + 0.001 + 0.001 + 0.0001 + 0.00005) s each, and half of the GPUs at work
  const ServingRate rate = rate_of(module_gpu(), dense_work(), 10, {1, 2, 1});
  CHECK_THAT(rate.together, WithinRel(10 / 0.02265 * 0.5, 1e-9));
}

TEST_CASE("A step reads the experts that some sequence uses", "[scoring]") {
  ServingWork work = dense_work();
  work.always_read = Gigabytes{4};
  work.experts = Gigabytes{16};
  work.experts_a_token = 0.25;
  // 4 + 16 * (1 - 0.75 ^ 2) + 0.2 = 11.2 GB; experts add 20 us a layer, and widen the interval
  const ServingRate rate = rate_of(module_gpu(), work, 2);
  CHECK_THAT(rate.step.reading, WithinRel(0.0112, 1e-9));
  CHECK_THAT(rate.step.overhead, WithinRel(0.00132, 1e-9));
  CHECK_THAT(rate.together / rate.low, WithinRel(2.0, 1e-9));
  CHECK_THAT(rate.high, WithinRel(2 / 0.0112, 1e-9));  // by the bandwidth
  // Never fewer than one sequence uses.
  CHECK_THAT(rate_of(module_gpu(), work, 1).step.reading, WithinRel(0.0081, 1e-9));
}

TEST_CASE("Users wait where there is no room for the keys and values of all", "[scoring]") {
  ServingWork work = dense_work();
  work.cache_held = Gigabytes{2};  // (34.36 - 20) / 2 = 7 sequences
  CHECK(sequences_with_room(module_gpu(), work, {}, k_plain) == 7);
  CHECK(sequences_with_room(module_gpu(), work, {2, 1, 1}, k_plain) == 24);
  const ServingRate rate = rate_of(module_gpu(), work, 14);
  CHECK(rate.in_flight == 7);
  CHECK(rate.limit == ServingLimit::memory_room);
  // As many wait for a whole answer of 100 tokens as are written for.
  const double step = 0.0207 + 0.0014 + 0.00117;
  CHECK_THAT(rate.together, WithinRel(7 / step, 1e-9));
  CHECK_THAT(rate.each_user, WithinRel(0.5 / step, 1e-9));
  CHECK_THAT(rate.seconds_to_first_token, WithinRel(101 * step, 1e-9));
}

TEST_CASE("What has no room for the weights, or is not known, serves nobody", "[scoring]") {
  Gpu gpu = module_gpu();
  gpu.memory = Gibibytes{16};
  CHECK_FALSE(serving_rate(gpu, dense_work(), {}, {}, k_plain));
  CHECK(serving_rate(gpu, dense_work(), {}, {2, 1, 1}, k_plain));
  gpu = module_gpu();
  gpu.memory_bandwidth.reset();
  CHECK_FALSE(serving_rate(gpu, dense_work(), {}, {}, k_plain));
  gpu = module_gpu();
  gpu.bf16_tensor.reset();
  CHECK_FALSE(serving_rate(gpu, dense_work(), {}, {}, k_plain));
  CHECK_FALSE(best_serving_rate(gpu, 8, dense_work(), {}, k_plain));
}

TEST_CASE("The best layout splits layers for one user and has replicas for many", "[scoring]") {
  const auto alone = best_serving_rate(module_gpu(), 4, dense_work(), {1}, k_plain);
  REQUIRE(alone);
  CHECK(alone->layout == ServingLayout{4, 1, 1});
  ServingConstants slow = k_plain;
  slow.links[0] = {5000, 1};  // 0.1 s a step
  const auto many = best_serving_rate(module_gpu(), 4, dense_work(), {40}, slow);
  REQUIRE(many);
  CHECK(many->layout == ServingLayout{1, 1, 4});
  ServingWork large = dense_work();
  large.weights = Gigabytes{300};  // nine GPUs of 34.36 GB hold it, eight do not
  const auto both = best_serving_rate(module_gpu(), 16, large, {40}, k_plain);
  REQUIRE(both);
  CHECK(both->layout.stages == 2);
}

TEST_CASE("More users are written for faster together and slower each", "[scoring]") {
  double together = 0;
  double each = 1e9;
  for (int users = 1; users <= 32; users *= 2) {
    const ServingRate rate = rate_of(module_gpu(), dense_work(1000), users);
    CHECK(rate.together >= together);
    CHECK(rate.each_user <= each);
    together = rate.together;
    each = rate.each_user;
  }
}

TEST_CASE("Boards with much arithmetic for their power reach less of it", "[scoring]") {
  struct Case {
    const char* gpu;
    double measured;  // dense 16-bit matrix product in PyTorch, TFLOPS (ml-engineering and others, 2026)
    double peak;
  };
  const Case cases[] = {{"nvidia-h100-sxm5-80gb", 794.5, 989.4},
                        {"nvidia-h100-pcie-80gb", 495.9, 756},
                        {"nvidia-l4", 70.9, 121},
                        {"nvidia-h20", 142.2, 148},
                        {"nvidia-a100-sxm4-80gb", 264.5, 311.9},
                        {"nvidia-b200", 1745, 2250},
                        {"nvidia-l40s", 269.1, 362.1},
                        {"nvidia-rtx-a6000", 123.3, 154.8},
                        {"nvidia-tesla-t4", 41.9, 65.1},
                        {"nvidia-geforce-rtx-4090", 165.7, 165.2}};
  const Catalog catalog = embedded_catalog();
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.gpu) {
      const Gpu* gpu = catalog.gpu(c.gpu);
      REQUIRE(gpu != nullptr);
      CHECK_THAT(matrix_share(*gpu), WithinRel(c.measured / c.peak, 0.10));
    }
  }
  const Gpu& limited = *catalog.gpu("nvidia-h100-sxm5-80gb");
  CHECK(matrix_share(limited, Watts{350}) < matrix_share(limited));
}

TEST_CASE("GPUs are joined as they are sold", "[scoring]") {
  const Catalog catalog = embedded_catalog();
  CHECK(gpu_link(*catalog.gpu("nvidia-h100-sxm5-80gb")) == GpuLink::nvlink);
  CHECK(gpu_link(*catalog.gpu("nvidia-h100-pcie-80gb")) == GpuLink::pcie_peer);
  CHECK(gpu_link(*catalog.gpu("nvidia-geforce-rtx-4090")) == GpuLink::pcie_host);
  CHECK(gpu_link(*catalog.gpu("amd-instinct-mi300x")) == GpuLink::infinity_fabric);
  CHECK(gpu_link(*catalog.gpu("nvidia-dgx-spark-gb10")) == GpuLink::ethernet);
}

TEST_CASE("Published rates of serving are within the interval", "[scoring]") {
  constexpr int k_all = 100'000;  // as many as there is room for
  using enum ServingEngine;
  struct Case {
    const char* source;
    const char* network;
    const char* format;
    KvFormat kv;
    int prompt;
    int answer;
    const char* gpu;
    ServingLayout layout;
    ServingEngine engine;
    int users;
    double together;
  };
  const Case cases[] = {
      {"TensorRT-LLM 1.0, performance overview",
       "llama-3-1-70b",
       "fp8",
       KvFormat::bits_8,
       1000,
       1000,
       "nvidia-h100-sxm5-80gb",
       {2, 1, 1},
       tensorrt_llm,
       k_all,
       4205},
      {"TensorRT-LLM 1.0",
       "llama-3-1-70b",
       "nvfp4",
       KvFormat::bits_8,
       1000,
       1000,
       "nvidia-b200",
       {},
       tensorrt_llm,
       k_all,
       7007},
      {"TensorRT-LLM after 1.0",
       "llama-3-1-70b",
       "nvfp4",
       KvFormat::bits_8,
       1000,
       1000,
       "nvidia-rtx-pro-6000-blackwell-server",
       {},
       tensorrt_llm,
       k_all,
       1724},
      {"TensorRT-LLM 0.14",
       "llama-3-70b",
       "fp16",
       KvFormat::bits_16,
       1000,
       1000,
       "nvidia-a100-sxm4-80gb",
       {4, 1, 1},
       tensorrt_llm,
       k_all,
       1765.9},
      {"TensorRT-LLM 1.0",
       "llama-3-1-405b",
       "nvfp4",
       KvFormat::bits_8,
       128,
       128,
       "nvidia-b200",
       {8, 1, 1},
       tensorrt_llm,
       k_all,
       9002.9},
      {"NIM 1.8, 2x H100, one user",
       "llama-3-1-70b",
       "fp8",
       KvFormat::bits_8,
       5000,
       500,
       "nvidia-h100-sxm5-80gb",
       {2, 1, 1},
       tensorrt_llm,
       1,
       51.67},
      {"one RTX PRO 6000, about 59 users at 20 tokens/s",
       "gpt-oss-120b",
       "mxfp4-bf16",
       KvFormat::bits_16,
       1024,
       512,
       "nvidia-rtx-pro-6000-blackwell",
       {},
       vllm,
       59,
       59 * 20},
      {"gpustack, vLLM 0.11",
       "gpt-oss-120b",
       "mxfp4-bf16",
       KvFormat::bits_16,
       229,
       217,
       "nvidia-h100-sxm5-80gb",
       {},
       vllm,
       4,
       453},
      {"cloudrift, vLLM",
       "qwen3-coder-30b-a3b",
       "awq",
       KvFormat::bits_16,
       997,
       1000,
       "nvidia-geforce-rtx-4090",
       {},
       vllm,
       400,
       1131.2},
      {"cloudrift, vLLM",
       "qwen3-coder-30b-a3b",
       "awq",
       KvFormat::bits_16,
       997,
       1000,
       "nvidia-geforce-rtx-5090",
       {},
       vllm,
       400,
       2288.1},
      {"hholtmann, 2x RTX 5090 without peer access",
       "qwen3-8b",
       "nvfp4",
       KvFormat::bits_16,
       2048,
       376,
       "nvidia-geforce-rtx-5090",
       {2, 1, 1},
       vllm,
       32,
       1175.7},
      {"mushfiqrahman.dev, vLLM",
       "mistral-7b",
       "fp16",
       KvFormat::bits_16,
       256,
       128,
       "nvidia-geforce-rtx-4090",
       {},
       vllm,
       4,
       210},
      {"AccelMark, SGLang 0.5.6",
       "llama-3-8b",
       "fp16",
       KvFormat::bits_16,
       280,
       310,
       "nvidia-a100-sxm4-40gb",
       {},
       sglang,
       8,
       562.5},
  };
  const Catalog catalog = embedded_catalog();
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.source << ": " << c.network << " on " << c.gpu) {
      const Network* network = catalog.network(c.network);
      const Gpu* gpu = catalog.gpu(c.gpu);
      REQUIRE((network != nullptr && gpu != nullptr));
      MemoryJob job = default_job(*network, MemoryTask::run);
      job.weights = *weight_format(c.format);
      job.kv = c.kv;
      const auto rate =
          serving_rate(*gpu, serving_work(*network, job, c.prompt, c.answer), {c.users, c.engine}, c.layout);
      REQUIRE(rate);
      CHECK(rate->low < c.together);
      CHECK(c.together < rate->high);
    }
  }
}

TEST_CASE("What serving asks follows from shape and format", "[sizing]") {
  // Llama 3.1 8B: 8.03 billion parameters, of which 0.525 are looked up and as many are the output; keys and values
  // are 2 * 32 layers * 8 heads * 128 * 2 B = 131,072 B a token, and attention is 4 * 32 * 32 * 128 operations a token.
  const Catalog catalog = embedded_catalog();
  const Network* network = catalog.network("llama-3-1-8b");
  REQUIRE(network != nullptr);
  const MemoryJob job = default_job(*network, MemoryTask::run);
  const ServingWork work = serving_work(*network, job, 1000, 500);
  CHECK(work.kind == WeightKind::bits_16);
  CHECK_THAT(work.weights.value(), WithinRel(16.06, 0.001));
  CHECK_THAT(work.always_read.value(), WithinRel(15.01, 0.001));
  CHECK_THAT(work.cache_held.value(), WithinRel(1300 * 131072e-9, 1e-9));
  CHECK_THAT(work.cache_read.value(), WithinRel(1250 * 131072e-9, 1e-9));
  CHECK_THAT(work.gflops, WithinRel(15.01, 0.001));
  CHECK_THAT(work.prompt_gflops - work.gflops, WithinRel(500 * 4 * 32 * 32 * 128e-9, 1e-9));
  CHECK_FALSE(work.has_experts());
}

TEST_CASE("Formats are computed with as engines do", "[sizing]") {
  CHECK(weight_kind(*weight_format("bf16")) == WeightKind::bits_16);
  CHECK(weight_kind(*weight_format("fp8")) == WeightKind::fp8);
  CHECK(weight_kind(*weight_format("nvfp4")) == WeightKind::fp4);
  CHECK(weight_kind(*weight_format("mxfp4-bf16")) == WeightKind::experts_fp4);
  CHECK(weight_kind(*weight_format("awq")) == WeightKind::unpacked);
  CHECK(weight_kind(*weight_format("int8")) == WeightKind::unpacked);
  CHECK(weight_kind(*weight_format("q4-k-m")) == WeightKind::gguf);
}

}  // namespace
}  // namespace gpuadvisor
