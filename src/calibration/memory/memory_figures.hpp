#pragma once

#include "calibration/memory/memory_measurement.hpp"
#include "gpuadvisor/sizing/memory_fit.hpp"
#include "gpuadvisor/sizing/memory_need.hpp"

namespace gpuadvisor {

/// What of a need a dataset counts: an allocator does not see the context, and what is held is no work space.
[[nodiscard]] inline Gigabytes counted(const MemoryNeed& need, const MemoryMeasurement& one) {
  if (one.dataset->counts == MemoryCounted::device) return need.total;
  const Gigabytes tensors = need.total - need.memory_of(NeedPart::context);
  return one.dataset->counts == MemoryCounted::held ? tensors - need.memory_of(NeedPart::work_space) : tensors;
}

/// A measurement with the context that its dataset does not count.
[[nodiscard]] inline Gigabytes total_with_context(const MemoryMeasurement& one) {
  if (one.dataset->counts == MemoryCounted::device) return one.memory;
  return one.memory + memory_need(*one.network, one.job).memory_of(NeedPart::context);
}

/// Of the card of a largest batch.
[[nodiscard]] inline Gigabytes usable_memory_of(const LargestBatch& one) {
  if (one.gpu != nullptr) {
    if (const auto memory = usable_memory(*one.gpu)) return memory->usable;
  }
  return usable_memory(one.memory).usable;
}

}  // namespace gpuadvisor
