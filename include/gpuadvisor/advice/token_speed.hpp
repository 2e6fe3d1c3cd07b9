#pragma once

#include <optional>

#include "gpuadvisor/advice/network_measurements.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/scoring/performance.hpp"
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
  Performance decoding;  // of one GPU
  Performance prompts;
  NetworkRate alone;                            // written for one sequence that has no other beside it
  NetworkRate together;                         // written for all sequences of the job
  NetworkRate prompt;                           // read
  std::optional<GigabytesPerSecond> bandwidth;  // of the memory of each GPU
  std::optional<NetworkRate> tensors_split;     // as `together`, by engines that split every layer; nothing for one GPU
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
  /// All that is told of a GPU of which there are `count`; nothing where is_known() is false or an index of the GPU is
  /// not known.
  [[nodiscard]] std::optional<TokenRates> rates(const Gpu& gpu, int count) const;
  /// Tokens written per second, by all sequences of the batch together.
  [[nodiscard]] std::optional<NetworkRate> decode_rate(const Gpu& gpu, int count) const;
  /// Tokens of prompts read per second.
  [[nodiscard]] std::optional<NetworkRate> prompt_rate(const Gpu& gpu, int count) const;

  [[nodiscard]] const TokenWork& work() const { return m_work; }

 private:
  [[nodiscard]] NetworkRate told(const TokenRate& predicted, const Gpu& gpu, std::string_view workload,
                                 const TokenSetting& setting) const;

  TokenWork m_work;
  TokenWork m_work_alone;  // of one sequence
  int m_batch;
  std::optional<PerformanceIndex> m_decoding;
  std::optional<PerformanceIndex> m_prompts;
  const NetworkMeasurements* m_measured;
};

}  // namespace gpuadvisor
