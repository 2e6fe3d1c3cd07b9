#include "memory_suite.hpp"

#include <algorithm>

#include "gpuadvisor/sizing/memory_need.hpp"
#include "memory_limits.hpp"

namespace gpuadvisor {
namespace {

std::optional<int> estimated(const SuiteJob& job, Gigabytes usable, const Catalog& catalog) {
  if (!missing_of(job, catalog).empty()) return std::nullopt;
  return power_of_two_within(largest_batch(*catalog.network(job.network), job.job, usable));
}

std::optional<int> measured(const SuiteJob& job, const Gpu& gpu) {
  const auto found = std::find_if(job.measured.begin(), job.measured.end(), [&](const MeasuredBatch& batch) {
    return batch.gpu == gpu.id && batch.memory == gpu.memory;
  });
  if (found == job.measured.end()) return std::nullopt;
  return found->batch;
}

void count(SuiteCount& count, const std::optional<int>& batch) {
  ++count.models;
  if (!batch) return;
  ++count.told;
  if (*batch > 0) ++count.trained;
}

SuiteVerdict verdict_of(int trained, int models) {
  if (trained == models) return SuiteVerdict::all;
  if (trained == 0) return SuiteVerdict::none;
  return 2 * trained > models ? SuiteVerdict::most : SuiteVerdict::few;
}

}  // namespace

std::string_view missing_of(const SuiteJob& job, const Catalog& catalog) {
  if (job.network.empty()) return job.missing;
  const Network* network = catalog.network(job.network);
  return network == nullptr ? "its shape" : missing_shape(*network, job.job);
}

bool can_be_told(const SuiteJob& job, const Catalog& catalog) {
  return !job.measured.empty() || missing_of(job, catalog).empty();
}

std::optional<SuiteVerdict> SuiteCount::verdict() const {
  if (models == 0) return std::nullopt;
  const SuiteVerdict worst = verdict_of(trained, models);
  if (worst != verdict_of(trained + models - told, models)) return std::nullopt;
  return worst;
}

int power_of_two_within(int batch) {
  if (batch < 1) return 0;
  int power = 1;
  while (power <= batch / 2) power *= 2;
  return power;
}

SuiteFit suite_fit(const MemorySuite& suite, const Gpu& gpu, Gigabytes usable, const Catalog& catalog) {
  SuiteFit fit;
  fit.batches.reserve(suite.jobs.size());
  for (const SuiteJob& job : suite.jobs) {
    const SuiteBatch batch{&job, estimated(job, usable, catalog), measured(job, gpu)};
    if (can_be_told(job, catalog)) count(fit.count, batch.told());
    if (missing_of(job, catalog).empty()) count(fit.by_model, batch.estimated);
    fit.batches.push_back(batch);
  }
  return fit;
}

}  // namespace gpuadvisor
