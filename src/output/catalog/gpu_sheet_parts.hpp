#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/output/gpu_sheet.hpp"
#include "gpuadvisor/scoring/performance.hpp"

namespace gpuadvisor {

/// The priority score for a workload; none where a criterion is unknown.
struct WorkloadScore {
  const Workload* workload;
  std::optional<PriorityScore> priority;
};

/// Of every workload of the catalog.
[[nodiscard]] std::vector<WorkloadScore> scores(const GpuSheet& sheet);

/// The warnings of all offers of the GPU, each once: those that the list of prices does not tell.
[[nodiscard]] std::vector<Warning> sheet_warnings(const GpuSheet& sheet);

/// All quotes of the GPU, newest first.
[[nodiscard]] std::vector<const Price*> quotes(const GpuSheet& sheet);

/// Calls `visit(workload, precision, performance)` for each that the catalog knows an index for.
template <class Visit>
void for_each_performance(const GpuSheet& sheet, Visit visit) {
  for (const Workload& workload : sheet.catalog.tables().workloads) {
    for (const ScorePrecision precision : {ScorePrecision::fp16, ScorePrecision::fp32}) {
      const PerformanceIndex index(sheet.catalog, workload, precision);
      if (const auto performance = index.performance(sheet.gpu)) visit(workload, precision, *performance);
    }
  }
}

}  // namespace gpuadvisor
