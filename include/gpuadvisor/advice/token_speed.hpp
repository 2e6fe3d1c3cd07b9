#pragma once

#include <optional>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/scoring/performance.hpp"
#include "gpuadvisor/scoring/token_rate.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"
#include "gpuadvisor/sizing/network_work.hpp"

namespace gpuadvisor {

/// Tells how fast GPUs write and read the tokens of a job, whether or not it fits there. Views the catalog.
/// Source: docs/scoring.md#tokens-per-second.
class TokenSpeed {
 public:
  TokenSpeed(const Network& network, const MemoryJob& job, const Catalog& catalog);

  /// Whether there is anything to tell: the job writes tokens, and the catalog has indices for that.
  [[nodiscard]] bool is_known() const;
  /// Tokens written per second, by all sequences of the batch together; nothing where is_known() is false or an index
  /// of the GPU is not known.
  [[nodiscard]] std::optional<TokenRate> decode_rate(const Gpu& gpu, int count) const;
  /// Tokens of prompts read per second.
  [[nodiscard]] std::optional<TokenRate> prompt_rate(const Gpu& gpu, int count) const;

  [[nodiscard]] const TokenWork& work() const { return m_work; }

 private:
  TokenWork m_work;
  int m_batch;
  std::optional<PerformanceIndex> m_decoding;
  std::optional<PerformanceIndex> m_prompts;
};

/// The same for one GPU of which there are `count`, with layers split over them.
[[nodiscard]] std::optional<TokenRate> decode_rate_of(const Gpu& gpu, int count, const Network& network,
                                                      const MemoryJob& job, const Catalog& catalog);
[[nodiscard]] std::optional<TokenRate> prompt_rate_of(const Gpu& gpu, int count, const Network& network,
                                                      const MemoryJob& job, const Catalog& catalog);

}  // namespace gpuadvisor
