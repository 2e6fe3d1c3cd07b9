#include "familiar_networks.hpp"

#include <string_view>

#include "memory_job_options.hpp"

namespace gpuadvisor::cli {

std::vector<ComparedNetwork> familiar_networks(const Session& session) {
  std::vector<ComparedNetwork> found;
  for (const std::string_view id : {"llama-3-1-8b", "llama-3-1-70b"}) {
    const Network* const network = session.catalog().network(id);
    if (network == nullptr) continue;
    const MemoryJob job = MemoryJobOptions().job(*network, nullptr, RunsOn::own_cards, session.catalog());
    found.push_back({network, job, session.measurements(*network, job)});
  }
  return found;
}

}  // namespace gpuadvisor::cli
