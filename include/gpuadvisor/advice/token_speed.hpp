#pragma once

#include <optional>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/scoring/performance.hpp"
#include "gpuadvisor/scoring/token_rate.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"
#include "gpuadvisor/sizing/network_work.hpp"

namespace gpuadvisor {

/// How fast several equal GPUs, or one, are at a job.
struct TokenRates {
  Performance decoding;  // of one GPU
  Performance prompts;
  TokenRate alone;                              // written for one sequence that has no other beside it
  TokenRate together;                           // written for all sequences of the job
  TokenRate prompt;                             // read
  std::optional<GigabytesPerSecond> bandwidth;  // of the memory of each GPU
  std::optional<TokenRate> tensors_split;       // as `together`, by engines that split every layer; nothing for one GPU
};

/// Tells how fast GPUs write and read the tokens of a job, whether or not it fits there. Views the catalog.
/// Source: docs/scoring.md#tokens-per-second.
class TokenSpeed {
 public:
  TokenSpeed(const Network& network, const MemoryJob& job, const Catalog& catalog);

  /// Whether there is anything to tell: the job writes tokens, and the catalog has indices for that.
  [[nodiscard]] bool is_known() const;
  /// All that is told of a GPU of which there are `count`; nothing where is_known() is false or an index of the GPU is
  /// not known.
  [[nodiscard]] std::optional<TokenRates> rates(const Gpu& gpu, int count) const;
  /// Tokens written per second, by all sequences of the batch together.
  [[nodiscard]] std::optional<TokenRate> decode_rate(const Gpu& gpu, int count) const;
  /// Tokens of prompts read per second.
  [[nodiscard]] std::optional<TokenRate> prompt_rate(const Gpu& gpu, int count) const;

  [[nodiscard]] const TokenWork& work() const { return m_work; }

 private:
  TokenWork m_work;
  TokenWork m_work_alone;  // of one sequence
  int m_batch;
  std::optional<PerformanceIndex> m_decoding;
  std::optional<PerformanceIndex> m_prompts;
};

}  // namespace gpuadvisor
