#include "familiar_networks.hpp"

#include <string_view>

#include "gpuadvisor/sizing/weight_format.hpp"

namespace gpuadvisor::cli {

std::vector<ComparedNetwork> familiar_networks(const Session& session) {
  std::vector<ComparedNetwork> found;
  for (const std::string_view id : {"llama-3-1-8b", "llama-3-1-70b"}) {
    const Network* const network = session.catalog().network(id);
    if (network == nullptr) continue;
    MemoryJob job = default_job(*network, MemoryTask::run);
    job.weights = format_q4_k_m();
    job.engine = Engine::llama_cpp;
    found.push_back({network, job, session.measurements(*network, job)});
  }
  return found;
}

}  // namespace gpuadvisor::cli
