#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "detected_gpu.hpp"

namespace gpuadvisor {

/// What the kernel tells of a PCI device, a text each: its files in /sys/bus/pci/devices/ADDRESS. Empty: no such file.
struct PciDeviceFiles {
  std::string address;  // "0000:01:00.0"
  std::string vendor;   // "0x10de"
  std::string device;
  std::string type;         // the file `class`
  std::string memory;       // mem_info_vram_total of amdgpu, in bytes
  std::string used_memory;  // mem_info_vram_used
};

/// Such a device where it is a GPU of a vendor whose GPUs compute; nothing of others, nor of the graphics that Intel's
/// processors have in them, always at 00:02.0.
[[nodiscard]] std::optional<DetectedGpu> pci_gpu(const PciDeviceFiles& files);

/// What a list of PCI ids (https://pci-ids.ucw.cz) calls a device; empty where it does not know it.
[[nodiscard]] std::string pci_device_name(std::string_view list, PciId id);

}  // namespace gpuadvisor
