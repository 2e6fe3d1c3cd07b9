#pragma once

#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// What a GPU computes with where weights are kept in a format: with 16 bits, those of fewer unpacked first (AWQ, GPTQ,
/// 8-bit weights), or with its own units for the format where it has them.
enum class WeightKind : unsigned char {
  bits_16,
  unpacked,     // 4 or 8 bits a weight, multiplied with 16-bit values
  fp8,          // unpacked where a GPU has no FP8
  fp4,          // NVFP4; the same
  experts_fp4,  // MXFP4 with values of 8 or 16 bits (gpt-oss): FP8 units on data-center Blackwell, else unpacked
  gguf,         // blocks of llama.cpp
};

/// What a language model asks of GPUs that serve it: its shape and format tell it (sizing), and how long a GPU takes
/// for it follows (scoring). Requests have `prompt_tokens` to read and `answer_tokens` to write.
struct ServingWork {
  WeightKind kind = WeightKind::bits_16;
  Gigabytes weights;           // held in memory, with embeddings
  Gigabytes always_read;       // by every step: all weights but the token embedding and experts
  Gigabytes experts;           // of all experts; 0 of a model without
  double experts_a_token = 1;  // the part of them that one token uses, 0 to 1
  Gigabytes cache_held;      // keys, values and states of a sequence for which room is kept: prompt, 0.6 of the answer
  Gigabytes cache_read;      // the same in the middle of the answer, which a step reads
  double gflops = 0;         // 10^9 operations a token that is written: 2 for each active parameter
  double prompt_gflops = 0;  // a token that is read: the same and attention over half the prompt
  int layers = 1;
  int hidden = 1;  // width between layers
  int prompt_tokens = 0;
  int answer_tokens = 1;    // >= 1
  bool is_untried = false;  // as that of TokenWork

  [[nodiscard]] bool has_experts() const { return experts > Gigabytes{0}; }
};

}  // namespace gpuadvisor
