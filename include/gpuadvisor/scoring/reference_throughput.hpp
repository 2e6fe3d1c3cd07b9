#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/scoring/performance.hpp"

namespace gpuadvisor {

/// How fast GPUs train a network that people know, in its unit. Views the catalog.
struct ReferenceThroughput {
  const ReferenceNetwork* told = nullptr;
  const Network* network = nullptr;
  double middle = 0;
  double low = 0;                               // the rate lies between them
  double high = 0;                              // with a probability of 80 %; both are the middle where it was measured
  std::optional<int> batch;                     // samples at a time; absent where nobody recorded them
  const ThroughputReading* measured = nullptr;  // of this GPU, perhaps at another batch; null: predicted from the index
  const ReferenceRate* reference = nullptr;     // what the index is a multiple of
};

/// The rates of the networks by which a workload, or the only one that it is the mean of, is told, at their batches;
/// none where the catalog has none. `performance` is that of the GPU. Source: docs/speed.md#in-samples-per-second.
[[nodiscard]] std::vector<ReferenceThroughput> reference_throughputs(const Catalog& catalog, const Workload& workload,
                                                                     ScorePrecision precision, const Gpu& gpu,
                                                                     const Performance& performance);

/// The same at another batch on each GPU. Requires a rate whose batches are known.
[[nodiscard]] ReferenceThroughput at_batch(ReferenceThroughput rate, int batch);

/// Whether the speed of a workload is told by this network.
[[nodiscard]] bool tells_speed(const Network& network, const Workload& workload);

}  // namespace gpuadvisor
