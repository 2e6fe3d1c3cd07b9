#include "pci_bus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "devices/pci_devices.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::size_t k_most_pci_devices = 4096;
constexpr std::size_t k_longest_attribute = 64;
constexpr std::size_t k_longest_id_list = std::size_t{16} << 20U;

/// Where systems keep the list of PCI ids: Debian, and Fedora, Arch and others.
constexpr auto k_id_lists = std::to_array<const char*>({"/usr/share/misc/pci.ids", "/usr/share/hwdata/pci.ids"});

/// The first bytes of a file; empty where it cannot be read.
std::string beginning(const std::string& path, std::size_t most) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) return {};
  std::string text(most, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file.get()));
  return text;
}

std::string id_list() {
  for (const char* const path : k_id_lists) {
    std::error_code problem;
    const auto size = std::filesystem::file_size(path, problem);
    if (!problem) return beginning(path, std::min<std::size_t>(size, k_longest_id_list));
  }
  return {};
}

std::vector<std::string> addresses(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code problem;
  for (auto at = std::filesystem::directory_iterator(folder, problem);
       !problem && at != std::filesystem::directory_iterator() && found.size() < k_most_pci_devices;
       at.increment(problem)) {
    found.push_back(at->path().filename().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

std::vector<DetectedGpu> gpus_of_pci_bus() {
  const char* const given = std::getenv("GPUADVISOR_PCI_DEVICES");  // NOLINT(concurrency-mt-unsafe): nothing sets it
  const std::string folder = given != nullptr ? given : "/sys/bus/pci/devices";
  std::vector<DetectedGpu> found;
  for (const std::string& address : addresses(folder)) {
    const auto attribute = [&](const char* name) {
      return beginning(fmt::format("{}/{}/{}", folder, address, name), k_longest_attribute);
    };
    PciDeviceFiles files{address, attribute("vendor"), attribute("device"), attribute("class"), {}, {}};
    if (!pci_gpu(files)) continue;
    files.memory = attribute("mem_info_vram_total");
    files.used_memory = attribute("mem_info_vram_used");
    found.push_back(*pci_gpu(files));
  }
  if (found.empty()) return found;
  const std::string names = id_list();
  for (DetectedGpu& gpu : found) gpu.name = pci_device_name(names, *gpu.pci);
  return found;
}

}  // namespace gpuadvisor::cli
