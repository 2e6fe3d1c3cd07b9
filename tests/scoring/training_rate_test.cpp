#include "gpuadvisor/scoring/training_rate.hpp"

#include <cmath>

#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Catch::Matchers::WithinRel;

Gpu measured_gpu(double matmul, bool has_fp8 = false) {
  Gpu gpu;
  gpu.vendor = "nvidia";
  gpu.matmul = Teraflops{matmul};
  if (has_fp8) gpu.fp8 = Teraflops{2 * matmul};
  return gpu;
}

/// 6 * (parameters + layers * width * tokens) operations; 4 times as much for adapters.
TrainingWork work_of(double billions, double layers_by_width, double tokens, double sequences, bool adapts = false) {
  TrainingWork work;
  work.gflops = (adapts ? 4 : 6) * (billions + layers_by_width * tokens / 1e9);
  work.step_tokens = tokens * sequences;
  work.trains_adapters = adapts;
  return work;
}

TEST_CASE("Training takes a share of the rate that matrix products reach", "[scoring]") {
  // 100 TFLOPS * 0.47 / 50 GFLOP = 940 tokens/s; a step of 2,048 tokens is a quarter of one that fills the GPU
  TrainingWork work = {.gflops = 50, .step_tokens = 8192};
  const auto rate = training_rate(measured_gpu(100), 1, work, TrainingStack::usual);
  REQUIRE(rate);
  CHECK_THAT(rate->middle, WithinRel(940.0, 1e-9));
  CHECK_THAT(rate->low, WithinRel(940 / 1.65, 1e-9));
  CHECK_THAT(rate->high, WithinRel(940 * 1.65, 1e-9));
  CHECK(rate->basis == Basis::scaled);
  CHECK_THAT(training_rate(measured_gpu(100), 1, work, TrainingStack::tuned)->middle, WithinRel(1300.0, 1e-9));
  work.step_tokens = 2048;
  CHECK_THAT(training_rate(measured_gpu(100), 1, work, TrainingStack::usual)->middle,
             WithinRel(940 * std::pow(0.25, 0.4), 1e-9));
}

TEST_CASE("No interval of training reaches above what was ever measured", "[scoring]") {
  const TrainingWork work = {.gflops = 50, .step_tokens = 8192};
  CHECK_THAT(training_rate(measured_gpu(100), 1, work, TrainingStack::tuned)->high, WithinRel(1800.0, 1e-9));
  CHECK_THAT(training_rate(measured_gpu(100, true), 1, work, TrainingStack::tuned_fp8)->high, WithinRel(2600.0, 1e-9));
}

TEST_CASE("Each doubling of the GPUs costs a hundredth of the rate of each", "[scoring]") {
  const TrainingWork work = {.gflops = 50, .step_tokens = 8192};
  const double one = training_rate(measured_gpu(100), 1, work, TrainingStack::tuned)->middle;
  CHECK_THAT(training_rate(measured_gpu(100), 64, work, TrainingStack::tuned)->middle,
             WithinRel(64 * std::pow(0.99, 6) * one, 1e-9));
}

TEST_CASE("What was not measured has the share of its data sheet that its architecture reaches with its power",
          "[scoring]") {
  Gpu gpu;
  gpu.vendor = "nvidia";
  gpu.architecture = "Hopper";
  gpu.tdp = Watts{50};
  CHECK_FALSE(matrix_rate(gpu));
  gpu.fp16_tensor = Teraflops{100};
  CHECK_THAT(matrix_rate(gpu)->value(), WithinRel(100 * 0.92 * std::pow(0.5, 0.45), 1e-9));
  gpu.architecture = "Ada Lovelace";
  gpu.tdp = Watts{300};
  CHECK_THAT(matrix_rate(gpu)->value(), WithinRel(105.0, 1e-9));  // 0.74 * 3 ^ 0.45 is more than anybody reached
  const TrainingWork work = {.gflops = 50, .step_tokens = 8192};
  CHECK(training_rate(gpu, 1, work, TrainingStack::usual)->basis == Basis::estimated);
  CHECK_FALSE(training_rate(gpu, 1, work, TrainingStack::tuned_fp8));
  gpu.vendor = "apple";
  CHECK_FALSE(training_rate(gpu, 1, work, TrainingStack::usual));
}

TEST_CASE("An H20 trains at what its arithmetic allows, not its bandwidth", "[scoring]") {
  const TrainingWork work = work_of(8.03, 131072, 8192, 1);
  const double h20 = training_rate(measured_gpu(142.1), 1, work, TrainingStack::usual)->middle;
  const double h100 = training_rate(measured_gpu(794.5), 1, work, TrainingStack::usual)->middle;
  CHECK(h20 / h100 > 0.15);
  CHECK(h20 / h100 < 0.35);
}

TEST_CASE("Models with experts are told within a factor of 2.5", "[scoring]") {
  // Qwen3 235B-A22B on H800, InternLM xtuner b934f4620: 1,462 tokens/s on each of 256, Megatron, 4,096 tokens
  TrainingWork work = work_of(22, 94.0 * 64 * 128, 4096, 1);
  work.has_experts = true;
  const auto rate = training_rate(measured_gpu(0.76 * 989.4), 256, work, TrainingStack::tuned);
  CHECK_THAT(rate->middle / rate->low, WithinRel(2.5, 1e-9));
  CHECK(rate->low < 256 * 1462);
  CHECK(rate->high > 256 * 1462);
}

TEST_CASE("Training rates hold published ones, in their sources' settings", "[scoring]") {
  struct Published {
    const char* source;
    double matmul;  // TFLOPS, as data/gpus has it
    int gpus;
    TrainingWork work;
    TrainingStack stack;
    double each;  // tokens/s of each GPU
  };
  const auto adapters = [](double billions, double layers_by_width, double tokens, double sequences) {
    return work_of(billions, layers_by_width, tokens, sequences, true);
  };
  const Published published[] = {
      {"NVIDIA dgxc-benchmarking 35a9aec, 2024-11: Llama 3.1 8B, H100", 794.5, 8, work_of(8.03, 131072, 8192, 1),
       TrainingStack::tuned, 10153},
      {"the same in FP8", 794.5, 8, work_of(8.03, 131072, 8192, 1), TrainingStack::tuned_fp8, 13555},
      {"NVIDIA NeMo e2de75c15e, 2024-11: Llama 2 7B in FP8, H100", 794.5, 8, work_of(6.74, 131072, 4096, 1),
       TrainingStack::tuned_fp8, 16934},
      {"LLMQ b77d96916, 2025-12: Qwen2.5 7B, RTX 4090", 165.3, 1, work_of(7.61, 28.0 * 3584, 1024, 16),
       TrainingStack::tuned, 2777},
      {"the same on four", 165.3, 4, work_of(7.61, 28.0 * 3584, 1024, 16), TrainingStack::tuned, 2724},
      {"llm-foundry 8c8dd48f7, 2023-10: MPT 7B, A100 40GB", 0.76 * 311.9, 8, work_of(6.66, 131072, 2048, 12),
       TrainingStack::tuned, 3679},
      {"Primus fd1eeabb, 2025: Llama 3.1 70B, MI325X", 784.9, 64, work_of(70.6, 655360, 8192, 1), TrainingStack::tuned,
       1174},
      {"fms-acceleration 876e2ed, 2024-09: Mistral 7B, A100 80GB", 264.5, 1, work_of(7.24, 131072, 2048, 4),
       TrainingStack::usual, 2407},
      {"torchtune bd2a0fc7c, 2024-11: Llama 3.1 70B, A100 80GB", 264.5, 8, work_of(70.6, 655360, 2048, 2),
       TrainingStack::usual, 196},
      {"torchtune ca0a6de40, 2024-09: LoRA of Llama 2 7B, RTX 4090", 165.3, 1, adapters(6.74, 131072, 2048, 4),
       TrainingStack::usual, 2582},
      {"fsdp_qlora 05ed9f2, 2024-03: LoRA of Llama 2 7B, RTX 3090", 76.58, 2, adapters(6.74, 131072, 2048, 4),
       TrainingStack::usual, 767.6},
      {"philschmid 59b3797, 2024-12: QLoRA of Llama 3.1 8B, L4", 70.89, 1, adapters(8.03, 131072, 1024, 4),
       TrainingStack::usual, 683.7},
      {"NeMo AutoModel 36044ad3d, 2025-10: LoRA of Qwen2.5 7B, H100", 794.5, 1, adapters(7.62, 28.0 * 3584, 4096, 2),
       TrainingStack::tuned, 14110},
  };
  for (const Published& one : published) {
    DYNAMIC_SECTION(one.source) {
      const auto rate = training_rate(measured_gpu(one.matmul, true), one.gpus, one.work, one.stack);
      REQUIRE(rate);
      CHECK(rate->low < one.gpus * one.each);
      CHECK(rate->high > one.gpus * one.each);
    }
  }
}

}  // namespace
}  // namespace gpuadvisor
