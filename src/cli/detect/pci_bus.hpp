#pragma once

#include <vector>

#include "devices/detected_gpu.hpp"

namespace gpuadvisor::cli {

/// The GPUs that Linux lists in /sys/bus/pci/devices (or the folder that GPUADVISOR_PCI_DEVICES names), by address,
/// with names where the system has a list of PCI ids. None on other systems.
[[nodiscard]] std::vector<DetectedGpu> gpus_of_pci_bus();

}  // namespace gpuadvisor::cli
