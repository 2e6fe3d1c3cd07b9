#pragma once

#include <optional>
#include <string_view>

#include "gpuadvisor/catalog/measurement.hpp"
#include "gpuadvisor/catalog/token_work.hpp"
#include "gpuadvisor/scoring/performance.hpp"
#include "gpuadvisor/scoring/token_calibration.hpp"

namespace gpuadvisor {

/// How several GPUs share a network: each holds some layers and passes on what comes out; or each holds a part of every
/// layer, and all work at once.
enum class GpuSplit { layers, tensors };

template <>
inline constexpr auto k_enum_names<GpuSplit> = std::to_array<std::string_view>({"layers", "tensors"});

/// How GPUs shared a network when they were measured: as the dataset tells, else as its engine does.
[[nodiscard]] GpuSplit split_of(const Measurement& row);

/// How fast a GPU writes, or reads, the tokens of the standard network.
struct PhaseSpeed {
  Performance performance;
  double work_share = 1;  // of its time: that which grows with the work; the rest is overhead of the layers
};

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

/// What a GPU's speed in a phase comes to: the overhead of as many layers as the standard network has, and the rate at
/// which it reads (GB/s), or computes (10^9 operations per second).
struct PhaseTime {
  double overhead_seconds = 0;
  double rate = 0;
};
[[nodiscard]] PhaseTime writing_time(const PhaseSpeed& speed, const TokenConstants& constants = k_token_constants);
[[nodiscard]] PhaseTime reading_time(const PhaseSpeed& speed, const TokenConstants& constants = k_token_constants);

/// Seconds in which a GPU writes one token of each sequence.
///
///   overhead * layers / 32 + (weights + batch * keys and values) / bandwidth reached
///     + (batch - 1) * operations / rate reached on prompts
///
/// with factors where the network has experts. What one sequence computes is within the first two.
/// Source: docs/inference.md#tokens-per-second.
[[nodiscard]] double step_seconds(const PhaseSpeed& writing, const PhaseSpeed& reading, const TokenWork& work,
                                  int batch, const TokenConstants& constants = k_token_constants);

/// Seconds in which a GPU reads a token of a prompt: overhead * layers / 32 + operations / rate reached, with factors
/// where the network has experts. The batch does not matter, since a prompt fills the GPU.
[[nodiscard]] double prompt_token_seconds(const PhaseSpeed& reading, const TokenWork& work,
                                          const TokenConstants& constants = k_token_constants);

/// Tokens written, and tokens of prompts read per second, by the speeds of a GPU in the two phases. Half the
/// interval is as long as the index's own and that of engines together, as logarithms. Of tokens written, the upper end
/// is at most the roof, and the middle the share of it that measurements reach at best. What the host's memory holds is
/// read from there first: that time is added to the GPUs'. Of a work that nobody timed the lower end is further away.
[[nodiscard]] TokenRate decode_rate(const PhaseSpeed& writing, const PhaseSpeed& reading, const TokenWork& work,
                                    const TokenSetting& setting = {},
                                    const TokenConstants& constants = k_token_constants);
[[nodiscard]] TokenRate prompt_rate(const PhaseSpeed& reading, const TokenWork& work, const TokenSetting& setting = {},
                                    const TokenConstants& constants = k_token_constants);

/// How many times as fast `gpus` GPUs are that split every layer, if `fixed_part` of one's time stays.
[[nodiscard]] double split_speedup(int gpus, double fixed_part);

}  // namespace gpuadvisor
