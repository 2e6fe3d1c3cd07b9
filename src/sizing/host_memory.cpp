#include "gpuadvisor/sizing/host_memory.hpp"

#include <algorithm>
#include <array>

#include "catalog/records/host.hpp"
#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

std::vector<HostMemory> memory_to_buy(const Catalog& catalog) {
  std::vector<HostMemory> found;
  for (const Host& host : catalog.records<Host>()) {
    if (host.most_memory && host.megatransfers && host.channels)
      found.push_back({*host.most_memory, ram_bandwidth(*host.megatransfers, *host.channels)});
  }
  std::sort(found.begin(), found.end(), [](const HostMemory& a, const HostMemory& b) { return a.size < b.size; });
  return found;
}

std::optional<Gibibytes> memory_size_for(Gigabytes needed) {
  constexpr auto k_sizes = std::to_array<double>({32, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048});
  for (const double size : k_sizes) {
    if (usable(HostMemory{Gibibytes{size}, {}}) >= needed) return Gibibytes{size};
  }
  return std::nullopt;
}

}  // namespace gpuadvisor
