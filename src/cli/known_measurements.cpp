#include "known_measurements.hpp"

#include "catalog/loading/embedded_benchmarks.hpp"
#include "core/text.hpp"
#include "gpuadvisor/sizing/network_work.hpp"

namespace gpuadvisor::cli {

NetworkMeasurements known_measurements(const Network& network, const MemoryJob& job, const Session& session) {
  if (session.options().catalog.only || network.id.empty() || !writes_tokens(network, job)) return {};
  Benchmarks benchmarks = embedded_benchmarks(k_decode_workload);
  if (const std::string& dataset = session.options().scores.dataset; !dataset.empty()) {
    std::erase_if(benchmarks.measurements,
                  [id = lower_case(dataset)](const Measurement& row) { return row.dataset != id; });
  }
  return {network, job.weights, benchmarks, session.catalog()};
}

}  // namespace gpuadvisor::cli
