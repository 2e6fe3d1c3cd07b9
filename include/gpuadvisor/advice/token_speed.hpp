#pragma once

#include <optional>
#include <span>

#include "gpuadvisor/advice/network_measurements.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/scoring/performance.hpp"
#include "gpuadvisor/scoring/serving_rate.hpp"
#include "gpuadvisor/scoring/token_rate.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"
#include "gpuadvisor/sizing/network_work.hpp"

namespace gpuadvisor {

/// Tokens per second of a network on GPUs: as they were measured, where somebody did; else as they are predicted.
struct NetworkRate : TokenRate {
  TokenRate predicted;
  std::optional<MeasuredRate> measured;  // of this network, in this format, on as many of these GPUs
};

/// How fast several equal GPUs, or one, are at a job.
struct TokenRates {
  TokenWork work;
  int sequences = 1;                  // at a time, on one machine
  GpuSplit split = GpuSplit::layers;  // how the job's engine uses several GPUs: servers split every layer
  PhaseSpeed writing;                 // of one GPU
  PhaseSpeed reading;
  NetworkRate alone;                            // written for one sequence that has no other beside it
  NetworkRate together;                         // written for all sequences of the job
  std::optional<NetworkRate> prompt;            // read; not told where the host's memory holds a part
  std::optional<GigabytesPerSecond> bandwidth;  // of the memory of each GPU
  // As `together` and `prompt`, by engines that split every layer; nothing for one GPU, and where the job's does.
  std::optional<NetworkRate> tensors_split;
  std::optional<NetworkRate> prompt_tensors_split;
  std::optional<ServingRate> serving;  // of several sequences on the GPUs alone: `together` is its rate
};

/// How equal GPUs do a job.
struct Placement {
  int gpus = 1;  // of one machine
  int layers_on_host = 0;
  std::optional<int> sequences = std::nullopt;    // at a time; absent: those of the job
  std::optional<HostMemory> host = std::nullopt;  // absent: that of the job
  bool is_share = false;                          // other kinds of GPUs hold layers, too
};

/// GPUs of one kind among several that share the layers of a network.
struct GpuShare {
  const Gpu* gpu = nullptr;
  int layers = 0;  // of all of the kind together
};

/// Tells how fast GPUs write and read the tokens of a job, whether or not it fits there. Views the catalog,
/// and measurements of the network where it is given some.
/// Source: docs/inference.md#tokens-per-second.
class TokenSpeed {
 public:
  TokenSpeed(const Network& network, const MemoryJob& job, const Catalog& catalog,
             const NetworkMeasurements* measured = nullptr);

  /// Whether there is anything to tell: the job writes tokens, and the catalog has indices for that.
  [[nodiscard]] bool is_known() const;
  /// All that is told of GPUs of one kind; nothing where is_known() is false or an index of the GPU is not known.
  [[nodiscard]] std::optional<TokenRates> rates(const Gpu& gpu, const Placement& placement) const;
  /// Of different GPUs that take turns, each with its layers, and the host's memory with a part of these: their times
  /// add up. Nothing where an index of one is not known. Indices and bandwidth told are those of the last.
  [[nodiscard]] std::optional<TokenRates> shared_rates(std::span<const GpuShare> gpus,
                                                       const Placement& placement = {}) const;
  /// Tokens written per second, by all sequences of the batch together.
  [[nodiscard]] std::optional<NetworkRate> decode_rate(const Gpu& gpu, const Placement& placement) const;

  [[nodiscard]] const TokenWork& work() const { return m_work; }

 private:
  /// Of so many users, by the job's engine.
  [[nodiscard]] ServingLoad load(int users) const;
  [[nodiscard]] NetworkRate told(const TokenRate& predicted, const Gpu& gpu, std::string_view workload,
                                 const TokenSetting& setting, const TokenWork& work) const;

  const Network& m_network;
  MemoryJob m_job;
  TokenWork m_work;
  std::optional<ServingWork> m_serving;  // where several sequences are written at a time
  std::optional<PerformanceIndex> m_decoding;
  std::optional<PerformanceIndex> m_prompts;
  const NetworkMeasurements* m_measured;
};

}  // namespace gpuadvisor
