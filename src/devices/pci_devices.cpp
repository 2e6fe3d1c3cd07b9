#include "pci_devices.hpp"

#include <fmt/format.h>

#include <charconv>

#include "core/text.hpp"
#include "device_figures.hpp"

namespace gpuadvisor {
namespace {

constexpr unsigned k_display_class = 0x03;
constexpr unsigned k_accelerator_class = 0x1200;  // of processing accelerators

std::string_view first_line(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  return split(text, '\n').front();
}

/// Bytes as the kernel prints them.
std::optional<Gibibytes> kernel_bytes(std::string_view text) {
  const std::string_view line = first_line(text);
  std::uint64_t bytes = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), bytes);
  if (error != std::errc() || end != line.data() + line.size() || bytes == 0) return std::nullopt;
  return Gibibytes{static_cast<double>(bytes) / (1024.0 * 1024 * 1024)};
}

bool is_gpu_class(std::string_view text) {
  const auto type = hexadecimal(first_line(text));
  return type && (*type >> 16U == k_display_class || *type >> 8U == k_accelerator_class);
}

}  // namespace

std::optional<DetectedGpu> pci_gpu(const PciDeviceFiles& files) {
  const auto vendor = hexadecimal(first_line(files.vendor));
  const auto device = hexadecimal(first_line(files.device));
  if (!is_gpu_class(files.type) || !vendor || !device || *vendor > 0xffff || *device > 0xffff) return std::nullopt;
  DetectedGpu gpu;
  gpu.tool = DeviceTool::sysfs;
  gpu.pci = PciId{*vendor, *device};
  gpu.vendor = vendor_of(*gpu.pci);
  const bool is_in_processor = gpu.vendor == "intel" && files.address.ends_with(":00:02.0");
  if (gpu.vendor.empty() || is_in_processor) return std::nullopt;
  gpu.memory = kernel_bytes(files.memory);
  const auto used = kernel_bytes(files.used_memory);
  if (gpu.memory && used && *used <= *gpu.memory) gpu.free = *gpu.memory - *used;
  return gpu;
}

std::string pci_device_name(std::string_view list, PciId id) {
  const std::string vendor = fmt::format("\n{:04x}  ", id.vendor);
  const std::size_t begin = list.find(vendor);
  if (begin == std::string_view::npos) return {};
  list.remove_prefix(begin + vendor.size());
  const std::string device = fmt::format("\t{:04x}  ", id.device);
  while (!list.empty()) {  // the lines of its devices begin with a tab; the next vendor's does not
    list.remove_prefix(std::min(list.find('\n'), list.size() - 1) + 1);
    if (list.starts_with(device)) {
      const std::string name(first_line(list.substr(device.size())));
      return has_control_character(name) ? std::string() : name;
    }
    if (!list.starts_with('\t') && !list.starts_with('#')) return {};
  }
  return {};
}

}  // namespace gpuadvisor
