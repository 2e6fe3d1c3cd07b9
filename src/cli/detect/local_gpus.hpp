#pragma once

#include <string>
#include <vector>

#include "devices/detected_gpu.hpp"

namespace gpuadvisor::cli {

/// The GPUs of a machine, and what went wrong where a tool of a vendor was asked.
struct LocalGpus {
  std::vector<DetectedGpu> gpus;
  std::vector<std::string> remarks;
};

/// The GPUs that a capture tells of: a file, or - for standard input. Throws Error or DataError.
[[nodiscard]] LocalGpus gpus_of_capture(const std::string& path);

/// The GPUs of this machine: of the capture that GPUADVISOR_DETECT names, else as the vendors' tools tell them, and
/// where there is none for a vendor, as /sys lists the devices of its PCI bus.
[[nodiscard]] LocalGpus local_gpus();

}  // namespace gpuadvisor::cli
