#pragma once

#include <string_view>

#include "gpuadvisor/catalog/token_work.hpp"
#include "gpuadvisor/scoring/performance.hpp"

namespace gpuadvisor {

/// The workloads whose speeds a token's time follows.
inline constexpr std::string_view k_decode_workload = "llm-decode";
inline constexpr std::string_view k_prompt_workload = "llm-prompt";

/// How several GPUs share a network: each holds some layers and passes on what comes out; or each holds a part of every
/// layer, and all work at once.
enum class GpuSplit { layers, tensors };

struct TokenSetting {
  int batch = 1;  // sequences that are written at once; >= 1
  int gpus = 1;   // equal ones, of one machine; >= 1
  GpuSplit split = GpuSplit::layers;
  bool is_linked = false;  // by a bus of their own (NVLink), for which alone tensors split over GPUs were measured
};

/// Tokens per second, of all sequences together.
struct TokenRate {
  double middle = 0;
  double low = 0;   // four in five engines are between them,
  double high = 0;  // as far as the index of the GPU is right
  Basis basis = Basis::estimated;
};

/// Tokens written per second, by the indices of a GPU for the two workloads above.
///
///   seconds of a step = (overhead + (weights + batch * keys and values) / bandwidth reached) / index of decoding
///                       + (batch - 1) * operations / rate reached / index of prompts
///
/// with what the reference card reaches. What one sequence computes is within the times of decoding. Source:
/// docs/scoring.md#tokens-per-second.
[[nodiscard]] TokenRate decode_rate(const Performance& decoding, const Performance& prompts, const TokenWork& work,
                                    const TokenSetting& setting = {});

/// Tokens of a prompt read per second: operations / rate reached / index of prompts. The batch does not matter, since a
/// prompt fills the GPU.
[[nodiscard]] TokenRate prompt_rate(const Performance& prompts, const TokenWork& work,
                                    const TokenSetting& setting = {});

}  // namespace gpuadvisor
