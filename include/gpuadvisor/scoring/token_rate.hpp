#pragma once

#include <optional>
#include <string_view>

#include "gpuadvisor/catalog/token_work.hpp"
#include "gpuadvisor/scoring/performance.hpp"
#include "gpuadvisor/scoring/token_calibration.hpp"

namespace gpuadvisor {

/// The workloads whose speeds a token's time follows.
inline constexpr std::string_view k_decode_workload = "llm-decode";
inline constexpr std::string_view k_prompt_workload = "llm-prompt";

/// How several GPUs share a network: each holds some layers and passes on what comes out; or each holds a part of every
/// layer, and all work at once.
enum class GpuSplit { layers, tensors };

/// How an engine, as datasets call it, shares a network.
[[nodiscard]] GpuSplit split_of(std::string_view engine);

struct TokenSetting {
  int batch = 1;  // sequences that are written at once; >= 1
  int gpus = 1;   // equal ones, of one machine; >= 1
  GpuSplit split = GpuSplit::layers;
  std::optional<GigabytesPerSecond> bandwidth = std::nullopt;       // of each GPU's memory
  std::optional<GigabytesPerSecond> host_bandwidth = std::nullopt;  // of the host's memory, where that holds a part
};

/// Tokens per second, of all sequences together.
struct TokenRate {
  double middle = 0;
  double low = 0;   // four in five measurements are between them,
  double high = 0;  // whatever their engine
  Basis basis = Basis::estimated;
  std::optional<double> roof;  // above which nobody writes; of prompts, and where the bandwidth is not known, nothing
};

/// Tokens per second that memory has the bandwidth for: each step reads the weights once, and the keys and values of
/// each sequence. Sequences may all use the same experts, so that a batch reads no fewer weights than one sequence.
///
///   batch * bandwidth / (weights of one sequence + batch * keys and values)
///
/// GPUs that hold some layers each reach as much together for one sequence, and at most so many times as much as there
/// are sequences to keep them busy; GPUs that split every layer, as many times as much as they are. Nothing where the
/// bandwidth is not known. Source: docs/inference.md#tokens-per-second.
[[nodiscard]] std::optional<double> writing_roof(const TokenWork& work, const TokenSetting& setting);

/// Seconds in which a GPU writes one token of each sequence.
///
///   (overhead + (weights + batch * keys and values) / bandwidth reached) / index of decoding
///     + (batch - 1) * operations / rate reached / index of prompts
///
/// with what the reference card reaches. What one sequence computes is within the times of decoding.
/// Source: docs/inference.md#tokens-per-second.
[[nodiscard]] double step_seconds(double decoding_index, double prompt_index, const TokenWork& work, int batch,
                                  const TokenConstants& constants = k_token_constants);

/// Seconds in which a GPU reads a token of a prompt: (overhead + operations / rate reached) / index of prompts. The
/// batch does not matter, since a prompt fills the GPU.
[[nodiscard]] double prompt_token_seconds(double prompt_index, const TokenWork& work,
                                          const TokenConstants& constants = k_token_constants);

/// Tokens written, and tokens of prompts read per second, by the indices of a GPU for the two workloads above. Half the
/// interval is as long as the index's own and that of engines together, as logarithms. Of tokens written, the upper end
/// is at most the roof, and the middle the share of it that measurements reach at best. What the host's memory holds is
/// read from there first: that time is added to the GPUs'.
[[nodiscard]] TokenRate decode_rate(const Performance& decoding, const Performance& prompts, const TokenWork& work,
                                    const TokenSetting& setting = {},
                                    const TokenConstants& constants = k_token_constants);
[[nodiscard]] TokenRate prompt_rate(const Performance& prompts, const TokenWork& work, const TokenSetting& setting = {},
                                    const TokenConstants& constants = k_token_constants);

/// How many times as fast `gpus` GPUs are that split every layer, if `fixed_part` of one's time stays.
[[nodiscard]] double split_speedup(int gpus, double fixed_part);

}  // namespace gpuadvisor
