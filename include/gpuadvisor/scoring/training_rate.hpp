#pragma once

#include <array>
#include <optional>

#include "gpuadvisor/catalog/gpu.hpp"
#include "gpuadvisor/catalog/token_work.hpp"
#include "gpuadvisor/scoring/token_rate.hpp"

namespace gpuadvisor {

/// Software that trains language models: what most people use (Hugging Face TRL, axolotl, torchtune, LLaMA-Factory),
/// and what is tuned for the GPU (Megatron, NeMo, llm-foundry, torchtitan, LLMQ), in 16 bits or with products in FP8.
enum class TrainingStack : unsigned char { usual, tuned, tuned_fp8 };

/// What of a GPU's rate in 16-bit matrix products training reaches, by what is trained. Above 1 only in FP8.
struct TrainingShares {
  double weights = 0;
  double adapters = 0;
  double experts = 0;  // all weights of a model with experts
  double expert_adapters = 0;
  double most = 0;        // nobody reaches more
  double small_step = 0;  // power of the part of `full_step` that a step has

  // Factors about the middle that hold four in five rates of sources that were left out of the fit; of models with
  // experts by judgement, since few sources measured them.
  double interval = 0;
  double adapter_interval = 0;
  double expert_interval = 0;
};

/// The speed of training language models: fitted to 1,057 rates of 24 sources, 2022 to August 2026, each source one
/// vote. The one place where these numbers stand. Source: docs/training.md.
struct TrainingConstants {
  std::array<TrainingShares, 3> stacks;  // by TrainingStack
  double full_step = 8192;               // tokens on each GPU that fill it
  double each_doubling = 0.99;           // of the rate of each GPU, that is left with twice as many
};

// Usual, experts: the middle of loops over experts (0.07, Hugging Face 2024) and of grouped kernels (0.39), as ratios.
inline constexpr TrainingConstants k_training_constants{
    .stacks = {{{0.47, 0.34, 0.16, 0.39, 0.90, 0.40, 1.65, 1.90, 2.5},
                {0.65, 0.41, 0.40, 0.40, 0.90, 0.25, 1.45, 1.90, 2.5},
                {0.97, 1.10, 0.56, 0.56, 1.30, 0.25, 1.80, 1.90, 2.5}}}};

/// The rate of a board in large dense 16-bit matrix products: as measured, else the matrix_share() of its data sheet's.
/// Nothing where neither is known.
[[nodiscard]] std::optional<Teraflops> matrix_rate(const Gpu& gpu);

/// The share of that which a stack reaches, before what is lost between GPUs.
[[nodiscard]] double training_share(const TrainingWork& work, TrainingStack stack,
                                    const TrainingConstants& constants = k_training_constants);

/// Tokens per second that `gpus` boards train together:
///
///   gpus * 0.99 ^ log2(gpus) * matrix rate * share * (tokens of a step / 8192, at most 1) ^ power / operations a token
///
/// Scaled where the matrix rate was measured, else estimated. Nothing where it is not known, for FP8 on a GPU without,
/// and of vendors other than NVIDIA and AMD, of which too little is published. Requires gpus >= 1 and work of more than
/// 0 operations and tokens. Not for optimizer states in RAM, or 32 bits. Source: docs/training.md.
[[nodiscard]] std::optional<TokenRate> training_rate(const Gpu& gpu, int gpus, const TrainingWork& work,
                                                     TrainingStack stack,
                                                     const TrainingConstants& constants = k_training_constants);

}  // namespace gpuadvisor
