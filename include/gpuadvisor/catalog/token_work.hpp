#pragma once

#include <string_view>

#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// The workloads of which measured rates are told beside the speed.
inline constexpr std::string_view k_serving_workload = "llm-serving";
inline constexpr std::string_view k_fine_tuning_workload = "llm-finetuning";

/// The workloads whose speeds a token's time follows.
inline constexpr std::string_view k_decode_workload = "llm-decode";
inline constexpr std::string_view k_prompt_workload = "llm-prompt";
constexpr bool is_of_tokens(std::string_view workload) {
  return workload == k_decode_workload || workload == k_prompt_workload;
}

/// The engine whose rates are predicted: most GPUs of all vendors were measured with it.
inline constexpr std::string_view k_told_engine = "llama.cpp";

/// What a language model asks of a GPU for one token of each sequence. Its shape tells it (sizing), and how long a GPU
/// takes for it follows (scoring).
struct TokenWork {
  Gigabytes weights;       // read once for all sequences; of a network with experts, those that some sequence uses; > 0
  Gigabytes keys_values;   // read for each sequence: of all tokens before the one that is written
  double gflops = 0;       // for each sequence, in 10^9; > 0
  double least_share = 1;  // of the weights, read even if all sequences use the same experts
  Gigabytes on_host = Gigabytes{0};  // of weights, keys and values, read from the host's memory for one sequence
  int layers = 32;
  bool has_experts = false;
  bool is_untried = false;  // nobody timed attention of its kind, whose kernels may be slower by much
};

/// What the training of a language model asks of a GPU.
struct TrainingWork {
  double gflops = 0;       // for each token, forward and backward, in 10^9; > 0
  double step_tokens = 1;  // that a GPU works at together; > 0
  bool trains_adapters = false;
  bool has_experts = false;
};

}  // namespace gpuadvisor
