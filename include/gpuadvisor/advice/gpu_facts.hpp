#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/measurement.hpp"
#include "gpuadvisor/catalog/source_usage.hpp"
#include "gpuadvisor/economics/price_rule.hpp"
#include "gpuadvisor/scoring/performance.hpp"
#include "gpuadvisor/scoring/priority_score.hpp"
#include "gpuadvisor/scoring/reference_throughput.hpp"

namespace gpuadvisor {

struct OwnOrRent;

/// An index of a GPU.
struct WorkloadPerformance {
  const Workload* workload = nullptr;
  ScorePrecision precision = ScorePrecision::fp16;
  Performance performance;
  std::vector<ReferenceThroughput> familiar;  // by the networks of a workload that is no mean of others
};

/// The priority score for a workload; none where a criterion is unknown.
struct WorkloadScore {
  const Workload* workload = nullptr;
  std::optional<PriorityScore> priority;
};

/// What follows from a catalog for one of its GPUs, whatever is asked. Views the catalog.
struct GpuFacts {
  const Gpu* gpu = nullptr;
  std::vector<WorkloadPerformance> performance;  // where an index is known
  std::vector<WorkloadScore> scores;             // of every workload
  std::vector<Measurement> published;            // of fine-tuning and of serving language models, in absolute rates
  PriceEstimates prices;                         // by condition
  std::vector<const Price*> quotes;              // all of them, newest first
  std::vector<const Source*> sources;            // all that are cited for figures and quotes
  std::vector<SourceUsage> usage;                // what each source of the catalog supplies to the GPU
  std::span<const Source> catalog_sources;       // by id
  std::shared_ptr<const OwnOrRent> own_or_rent;  // with usual use; null: a price, its power or a rent is not known
  std::vector<Warning> warnings;                 // of all offers, each once: those that the prices do not tell
};

/// Requires a GPU of `catalog`; `published` is what was measured of it.
[[nodiscard]] GpuFacts gpu_facts(const Gpu& gpu, const Catalog& catalog, std::vector<Measurement> published = {});

}  // namespace gpuadvisor
