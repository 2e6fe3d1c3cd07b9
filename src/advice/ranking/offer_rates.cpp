#include "offer_rates.hpp"

#include <algorithm>

#include "sizing/memory_limits.hpp"

namespace gpuadvisor {
namespace {

/// The largest batch of a network that was timed on a GPU with no more memory, 0 for none. Requires known memory.
int largest_published(const ReferenceThroughput& rate, const Gpu& gpu, const Request& request, const Catalog& catalog) {
  int largest = 0;
  for (const Workload& workload : catalog.records<Workload>()) {
    if (!tells_speed(*rate.network, workload)) continue;
    for (const Score& score : catalog.scores_of(workload.id, request.precision)) {
      const Gpu& timed = *catalog.gpu(score.gpu);
      if (!timed.memory || *memory_per_device(timed) > *memory_per_device(gpu)) continue;
      for (const ThroughputReading& reading : score.rates) {
        if (reading.network == rate.network->id) largest = std::max(largest, reading.batch);
      }
    }
  }
  return largest;
}

/// The largest that fits, by our formulas or by what was timed: that on the GPU itself, where it is known; 0 for none.
int largest_of(const ReferenceThroughput& rate, const Gpu& gpu, const Request& request, const Catalog& catalog) {
  if (rate.measured != nullptr) return rate.measured->batch;
  const auto memory = usable_memory(gpu);
  if (!memory || !gpu.memory) return 0;
  MemoryJob job = request.job ? request.job->job() : default_job(*rate.network, MemoryTask::train);
  if (request.precision == ScorePrecision::fp32) job.arithmetic = Arithmetic::fp32;
  return std::max(largest_batch(*rate.network, job, memory->usable), largest_published(rate, gpu, request, catalog));
}

/// At the batch that the request asks for; nothing where not even one sample fits.
std::optional<ReferenceThroughput> at_asked_batch(const ReferenceThroughput& rate, const Gpu& gpu,
                                                  const Request& request, const Catalog& catalog) {
  if (!rate.batch) return rate;
  if (request.rate_batch) return at_batch(rate, *request.rate_batch);
  if (!request.run && !request.largest_batch) return rate;  // of all GPUs at the same, like their speeds
  const int largest = largest_of(rate, gpu, request, catalog);
  if (largest == 0) return std::nullopt;
  return at_batch(rate, request.largest_batch ? largest : std::min(largest, *rate.batch));
}

}  // namespace

std::vector<ReferenceThroughput> offer_rates(const Offer& offer, const WorkSpeed& speed, const Request& request,
                                             const Catalog& catalog) {
  const auto& index = speed.index();
  const ExpectedSpeedup& speedup = speed.speedup(offer.count);
  if (!index || !speedup.factor || !request.dataset.empty()) return {};
  if (request.job && !is_as_timed(*request.job)) return {};
  const auto performance = index->performance(*offer.gpu);
  if (!performance) return {};
  std::vector<ReferenceThroughput> found;
  const Workload& workload = *catalog.workload(request.workload);
  for (const ReferenceThroughput& rate :
       reference_throughputs(catalog, workload, request.precision, *offer.gpu, *performance)) {
    if (request.job && rate.network->id != request.job->network().id) continue;
    auto told = at_asked_batch(rate, *offer.gpu, request, catalog);
    if (!told) continue;
    found.push_back(of_several(*told, speedup));
  }
  return found;
}

}  // namespace gpuadvisor
