#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "gpuadvisor/advice/request.hpp"
#include "gpuadvisor/economics/speedup.hpp"
#include "gpuadvisor/scoring/performance.hpp"
#include "gpuadvisor/scoring/reference_throughput.hpp"

namespace gpuadvisor {

/// The rate of one GPU as that of several, which nobody measured. Requires a known factor.
[[nodiscard]] ReferenceThroughput of_several(ReferenceThroughput rate, const ExpectedSpeedup& speedup);

/// How fast GPUs do a kind of work: one by its index, several by that times their speed-up. Views the catalog.
class WorkSpeed {
 public:
  WorkSpeed(const Workload& workload, ScorePrecision precision, const Catalog& catalog);
  /// The work of a request in force.
  WorkSpeed(const Request& request, const Catalog& catalog);

  /// What tells the speed of one GPU; nothing when the priority score stands in for it.
  [[nodiscard]] const std::optional<PerformanceIndex>& index() const { return m_index; }
  /// Several machines are told as one, since they share no work that is trained.
  [[nodiscard]] const ExpectedSpeedup& speedup(int count) const {
    return m_speedups[static_cast<std::size_t>(std::min(count, k_most_gpus) - 1)];
  }
  /// Of so many GPUs, or fewer, the most whose speed-up is known.
  [[nodiscard]] int known_count(int count) const;
  /// The index of all of them.
  [[nodiscard]] std::optional<Performance> performance(const Gpu& gpu, int count) const;

 private:
  bool m_has_intervals = true;  // one dataset alone tells none
  std::optional<PerformanceIndex> m_index;
  std::array<ExpectedSpeedup, k_most_gpus> m_speedups;  // of 1, 2, … GPUs
};

}  // namespace gpuadvisor
