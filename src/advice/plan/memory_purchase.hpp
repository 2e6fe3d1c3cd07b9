#pragma once

#include <optional>

#include "economics/feasibility.hpp"
#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/sizing/host_memory.hpp"

namespace gpuadvisor {

/// What memory of a usual host costs, as memory_to_buy() tells them. Nothing where a usual desktop has it.
[[nodiscard]] std::optional<MemoryPurchase> memory_purchase(const HostMemory& memory, const MachineParts& parts,
                                                            const Catalog& catalog);

}  // namespace gpuadvisor
