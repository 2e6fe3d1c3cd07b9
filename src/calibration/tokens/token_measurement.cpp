#include "token_measurement.hpp"

#include "gpuadvisor/sizing/network_work.hpp"
#include "sizing/measured_tokens.hpp"

namespace gpuadvisor {
std::vector<TokenMeasurement> token_measurements(const Benchmarks& benchmarks, const Catalog& catalog,
                                                 std::optional<Day> known_by) {
  std::vector<TokenMeasurement> found;
  for (const Measurement& row : benchmarks.measurements) {
    if (!is_token_rate(row) || (known_by && catalog.known_on(row.published) > *known_by)) continue;
    const auto model = named_model(row.model, catalog);
    const Gpu* const gpu = catalog.gpu(row.gpu);
    if (!model || gpu == nullptr) continue;
    const MemoryJob job = measured_job(row, *model);
    if (!writes_tokens(*model->network, job)) continue;
    found.push_back({&row, model->network, row.workload == k_prompt_workload, token_work(*model->network, job),
                     TokenSetting{.batch = job.batch,
                                  .gpus = row.gpu_count,
                                  .split = split_of(row),
                                  .bandwidth = memory_bandwidth_per_device(*gpu)}});
  }
  return found;
}

}  // namespace gpuadvisor
