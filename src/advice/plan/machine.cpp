#include "gpuadvisor/advice/machine.hpp"

#include <algorithm>
#include <numeric>

namespace gpuadvisor {

std::vector<Gigabytes> Machine::usable() const {
  std::vector<Gigabytes> found;
  for (const GpuGroup& kind : kinds) {
    const Gigabytes each = usable_memory(*kind.gpu)->usable;
    found.insert(found.end(), static_cast<std::size_t>(kind.count), each);
  }
  if (has_display) found.front() = std::max(found.front() - k_display_memory, Gigabytes{});
  return found;
}

Gigabytes Machine::together() const {
  const auto all = usable();
  return std::accumulate(all.begin(), all.end(), Gigabytes{});
}

std::optional<Machine> machine_of(const std::vector<GpuGroup>& gpus, bool has_display) {
  Machine found{{}, {}, 0, has_display};
  for (const GpuGroup& one : gpus) {
    const auto same =
        std::find_if(found.kinds.begin(), found.kinds.end(), [&](const GpuGroup& kind) { return kind.gpu == one.gpu; });
    if (same == found.kinds.end()) {
      found.kinds.push_back(one);
    } else {
      same->count += one.count;
    }
    const auto memory = usable_memory(*one.gpu, has_display && found.count == 0);
    if (!memory) return std::nullopt;
    if (found.count == 0 || memory->usable < found.memory.usable) found.memory = *memory;
    found.count += one.count;
  }
  return found;
}

}  // namespace gpuadvisor
