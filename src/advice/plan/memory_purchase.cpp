#include "memory_purchase.hpp"

namespace gpuadvisor {
namespace {

const Host* host_of(const HostMemory& memory, const Catalog& catalog) {
  for (const Host& host : catalog.records<Host>()) {
    if (host.megatransfers && host.channels && ram_bandwidth(*host.megatransfers, *host.channels) == memory.bandwidth)
      return &host;
  }
  return nullptr;
}

}  // namespace

std::optional<MemoryPurchase> memory_purchase(const HostMemory& memory, const MachineParts& parts,
                                              const Catalog& catalog) {
  const Host* host = host_of(memory, catalog);
  MemoryPurchase found;
  found.size = memory.size;
  if (host == nullptr) return found;
  if (is_desktop(*host) && host->memory && memory.size <= *host->memory) return std::nullopt;
  if (const HostPart* quote = parts.memory(*host)) {
    found.price = quote->price / quote->memory->value() * memory.size.value();
    found.quote = quote;
  }
  if (is_desktop(*host)) return found;
  found.machine_title = host->title;
  found.machine = parts.machine(*host).price;
  return found;
}

}  // namespace gpuadvisor
