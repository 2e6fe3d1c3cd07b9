#pragma once

#include <string_view>

#include "gpuadvisor/sizing/memory_calibration.hpp"
#include "memory_measurement.hpp"

namespace gpuadvisor {

/// The constants of the memory model that measurements ask for. Of each measurement in which the part that a constant
/// scales is, as counted, at least a fifth, the value that would make it come out exactly; of these the median of each
/// network of each source; of medians the geometric mean, but for those more than a factor of two from their median
/// (docs/memory.md#calibration). `left_out` is the id of a source that does not count. A constant that no source left
/// tells keeps its value of k_memory_constants.
[[nodiscard]] MemoryConstants fit_memory_constants(const MemoryMeasurements& measurements,
                                                   std::string_view left_out = {});

}  // namespace gpuadvisor
