#pragma once

#include <array>

namespace gpuadvisor {

/// Engines that serve many users. vLLM is what most people run, and what is told unless another is asked for.
enum class ServingEngine : unsigned char { vllm, tensorrt_llm, sglang, llama_cpp };

/// GPUs whose kernels are alike. HBM tells the chips of data centers from those of graphics cards.
enum class KernelFamily : unsigned char {
  volta,
  turing,
  ampere,
  ampere_hbm,
  ada,
  hopper,
  blackwell,
  blackwell_hbm,
  cdna,      // 3 and later
  cdna_old,  // 1 and 2
  rdna,
  intel,
  other,
};

/// What joins the GPUs of a machine: NVLink; Infinity Fabric of AMD's modules; PCIe, where one GPU writes to another or
/// (GeForce) all goes through the host's memory; Ethernet of 200 Gbit/s between desktops (DGX Spark).
enum class GpuLink : unsigned char { nvlink, infinity_fabric, pcie_peer, pcie_host, ethernet };

/// What of its peak a family reaches. `per_watt`: the dense 16-bit matrix product reached is
///
///   peak * min(most, per_watt * (board power in W / peak in TFLOPS) ^ 0.45)
///
/// since boards with much arithmetic for their power lower their clock under load: an H100 of 350 W reaches 0.66 of its
/// 756 TFLOPS, an H100 of 700 W 0.80 of 989, an L4 0.58 of 121, an H20 all of its 148. From measured products alone.
/// `kernels` and `unpacked` are how serving kernels compare with NVIDIA's, the latter for weights of 4 or 8 bits.
struct FamilyRates {
  double per_watt = 0.6;
  double most = 1;
  double kernels = 1;
  double unpacked = 1;
};

/// What an engine adds to a step: the same each time, for each layer and for each sequence; and how good its matrix
/// kernels are. `most_sequences` are those that it works at in its default setting, `large_most` on 70 GB or more.
struct EngineCosts {
  double milliseconds = 0;
  double microseconds_a_layer = 0;
  double microseconds_a_sequence = 0;
  double kernels = 1;
  double stages = 0.88;  // of the GPUs that hold layers in turn, the part that is at work; 0: one at a time
  int most_sequences = 256;
  int large_most = 256;
};

/// An all-reduce between GPUs: seconds * 10^-6 it takes at least, and GB/s of each GPU. Of PCIe, that of version 5 with
/// 16 lanes, half of it for each version before; of NVLink a share of what one direction has.
struct LinkCosts {
  double microseconds = 0;
  double rate = 0;
};

/// Factors about the middle that hold four in five rates of sources that were left out of the fit.
struct ServingIntervals {
  double dense = 1.5;
  double experts = 1.7;
  double other_engines = 2.2;  // SGLang and llama.cpp, whose settings differ more
  double other_vendors = 1.9;
  double unmeasured = 2.5;  // families of which no source measured serving, or only one
};

/// The speed of serving language models: fitted to serving measurements alone (2,539 rates of 28 sources, 2024 to
/// November 2026), never to single-user boards. The one place where these numbers stand.
/// Source: docs/inference.md#many-users.
struct ServingConstants {
  // What of the memory's bandwidth a step reaches; factors where weights are FP8 or FP4, whose scales are read, too.
  double bandwidth_hbm = 0;
  double bandwidth_gddr = 0;
  double bandwidth_cdna = 0;
  double bandwidth_other = 0;  // Radeon, Arc, memory shared with a processor
  double bandwidth_fp8 = 1;
  double bandwidth_fp4 = 1;

  // What of the peak, times what the family reaches of it, matrices of a step reach.
  double compute_16_bits = 0;  // also of weights that are unpacked
  double compute_fp8 = 0;      // of the FP8 peak
  double compute_fp4 = 0;      // of the FP4 peak
  double compute_gguf = 0;     // of the 16-bit peak

  double prompt_compute = 1;  // times as much in prompts, whose matrices are larger; at most `most_compute`
  double most_compute = 0.9;  // of what dense products reach
  int prompt_chunk = 4096;    // tokens of prompts between two readings of all weights

  // Experts: small matrices, and a sort of the tokens in each layer.
  double experts_spread = 1;  // tokens of a step that choose experts as if nothing tied them to the others'
  double experts_compute = 1;
  double experts_prompt = 1;
  double experts_microseconds_a_layer = 0;

  // Room: of the memory, less what engine and activations take, in GB on each GPU.
  double usable_memory = 0;
  double engine_memory = 0;
  double activations = 0;  // of the memory

  std::array<EngineCosts, 4> engines;    // by ServingEngine
  std::array<LinkCosts, 5> links;        // by GpuLink
  std::array<FamilyRates, 13> families;  // by KernelFamily
  ServingIntervals intervals;
};

inline constexpr ServingConstants k_serving_constants{
    .bandwidth_hbm = 0.80,
    .bandwidth_gddr = 0.90,
    .bandwidth_cdna = 0.60,
    .bandwidth_other = 0.90,
    .bandwidth_fp8 = 0.92,
    .bandwidth_fp4 = 0.92,
    .compute_16_bits = 0.58,
    .compute_fp8 = 0.48,
    .compute_fp4 = 0.29,
    .compute_gguf = 0.15,
    .prompt_compute = 1.5,
    .experts_spread = 0.75,
    .experts_compute = 0.50,
    .experts_prompt = 0.60,
    .experts_microseconds_a_layer = 28,
    .usable_memory = 0.93,
    .engine_memory = 0.8,
    .activations = 0.005,
    .engines = {{{1.6, 38, 31, 0.80, 0.88, 256, 1024},    // vLLM of 2025 and later
                 {1.5, 42, 6, 1.50, 0.88, 2048, 2048},    // TensorRT-LLM
                 {1.6, 38, 105, 0.64, 0.88, 4096, 4096},  // SGLang
                 {2.3, 45, 100, 0.70, 0, 128, 128}}},     // llama.cpp
    .links = {{{7.5, 0.50}, {78, 105}, {32, 33}, {32, 10}, {72, 9}}},
    .families = {{{0.50, 1.05, 0.70, 1},     // Volta: V100S 0.68 of its peak
                  {0.60, 1.05, 1, 1},        // Turing: T4 0.64, GeForce 1.0
                  {0.60, 1.05, 1, 1},        // Ampere: A6000 0.80, GeForce 1.05
                  {0.78, 0.85, 1, 1},        // A100 0.84 of 400 W, 0.76 of 250 W
                  {0.74, 1.05, 1, 1},        // Ada: L40S 0.74, L4 0.58, GeForce 1.0
                  {0.92, 0.96, 1, 1},        // Hopper: above
                  {0.80, 1.10, 1, 1},        // Blackwell: RTX PRO 0.84, GeForce 1.1
                  {1.06, 1.05, 1, 1},        // B200 0.77
                  {0.66, 0.65, 1, 0.50},     // MI300X 0.51, MI325X 0.60
                  {0.66, 0.65, 0.38, 0.50},  // MI100
                  {0.78, 0.78, 0.50, 0.50},  // RX 7900 XTX 0.78
                  {0.50, 0.60, 0.90, 1},     // Arc A770 0.62
                  {0.60, 1.00, 0.60, 1}}},   // not measured
    .intervals = {},
};

}  // namespace gpuadvisor
