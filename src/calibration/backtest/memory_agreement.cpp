#include "memory_agreement.hpp"

#include "calibration/memory/memory_figures.hpp"
#include "sizing/memory_limits.hpp"

namespace gpuadvisor {

std::vector<MemoryAgreement> measured_agreement(const MemoryMeasurements& measurements) {
  std::vector<MemoryAgreement> found;
  found.reserve(measurements.measurements.size());
  for (const MemoryMeasurement& one : measurements.measurements) {
    if (one.finding != MemoryFinding::measured) continue;
    const Gigabytes modelled = counted(memory_need(*one.network, one.job), one);
    found.push_back({one.network, one.line, one.memory.value(), modelled.value()});
  }
  return found;
}

std::vector<MemoryAgreement> batch_agreement(const MemoryMeasurements& measurements) {
  std::vector<MemoryAgreement> found;
  found.reserve(measurements.batches.size());
  for (const LargestBatch& one : measurements.batches) {
    if (one.batch == 0 || !missing_shape(*one.network, one.job).empty()) continue;
    const int modelled = largest_batch(*one.network, one.job, usable_memory_of(one));
    found.push_back({one.network, one.line, static_cast<double>(one.batch), static_cast<double>(modelled)});
  }
  return found;
}

}  // namespace gpuadvisor
