#pragma once

#include <array>
#include <compare>
#include <optional>
#include <string>
#include <vector>

#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// What tells which GPUs a machine has: a tool of a vendor, or the kernel's list of PCI devices.
enum class DeviceTool : unsigned char { nvidia_smi, rocm_smi, system_profiler, sysfs };

template <>
inline constexpr auto k_enum_names<DeviceTool> = std::to_array<std::string_view>({"nvidia-smi", "rocm-smi",
                                                                                  "system_profiler", "sysfs"});

/// What the PCI bus knows a product by. One device can stand for several products.
struct PciId {
  unsigned vendor = 0;
  unsigned device = 0;

  friend bool operator==(PciId, PciId) = default;
};

/// One of the parts that a GPU is divided into, which programs see as devices of their own (NVIDIA MIG).
struct GpuInstance {
  std::optional<Gibibytes> memory;
  std::optional<Gibibytes> free;
};

/// A GPU in a machine, as a tool tells it. What the tool does not say is absent.
struct DetectedGpu {
  DeviceTool tool = DeviceTool::nvidia_smi;
  std::string name;    // as the tool calls it; empty: it does not
  std::string vendor;  // as the catalog writes it: "nvidia"; empty: not known
  std::optional<PciId> pci;
  std::optional<Gibibytes> memory;  // what the driver hands out, which may be less than what is installed
  std::optional<Gibibytes> free;
  std::optional<Watts> power_limit;  // in force
  std::string driver;                // its version
  bool is_divided = false;           // into instances, whether or not the tool lists them
  std::vector<GpuInstance> instances;
};

}  // namespace gpuadvisor
