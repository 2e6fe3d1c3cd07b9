#include "token_measurement.hpp"

#include "gpuadvisor/sizing/network_work.hpp"
#include "sizing/named_model.hpp"

namespace gpuadvisor {
namespace {

bool is_of_tokens(const Measurement& row) {
  return (row.workload == k_decode_workload || row.workload == k_prompt_workload) &&
         row.kind == MeasurementKind::throughput && row.basis == MeasurementBasis::measured;
}

}  // namespace

std::vector<TokenMeasurement> token_measurements(const Benchmarks& benchmarks, const Catalog& catalog) {
  std::vector<TokenMeasurement> found;
  for (const Measurement& row : benchmarks.measurements) {
    if (!is_of_tokens(row)) continue;
    const auto model = named_model(row.model, catalog);
    const Gpu* const gpu = catalog.gpu(row.gpu);
    if (!model || gpu == nullptr) continue;
    MemoryJob job = default_job(*model->network, MemoryTask::run);
    job.weights = model->weights;
    job.batch = model->batch;
    job.tokens = k_measured_tokens;
    if (!writes_tokens(*model->network, job)) continue;
    found.push_back({&row, model->network, row.workload == k_prompt_workload, token_work(*model->network, job),
                     TokenSetting{.batch = model->batch,
                                  .gpus = row.gpu_count,
                                  .split = split_of(row.framework),
                                  .bandwidth = memory_bandwidth_per_device(*gpu)}});
  }
  return found;
}

}  // namespace gpuadvisor
