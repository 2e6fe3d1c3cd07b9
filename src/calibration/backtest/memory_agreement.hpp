#pragma once

#include <vector>

#include "calibration/memory/memory_measurement.hpp"

namespace gpuadvisor {

/// A measurement of memory beside what the model says of the job.
struct MemoryAgreement {
  const Network* network = nullptr;
  int line = 0;         // in its table
  double found = 0;     // GB taken, or the largest batch
  double modelled = 0;  // the same by the model
};

/// Of jobs whose memory was measured, in the order of the table.
[[nodiscard]] std::vector<MemoryAgreement> measured_agreement(const MemoryMeasurements& measurements);

/// Of the largest batches found above 0, in the order of the table; those of networks without a shape to work from are
/// left out.
[[nodiscard]] std::vector<MemoryAgreement> batch_agreement(const MemoryMeasurements& measurements);

}  // namespace gpuadvisor
