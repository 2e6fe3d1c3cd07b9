#include "local_gpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <string_view>

#include "catalog/loading/file_text.hpp"
#include "devices/device_capture.hpp"
#include "gpuadvisor/core/error.hpp"
#include "pci_bus.hpp"
#include "tool_output.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_nvidia_smi = std::to_array<const char*>({"nvidia-smi", "-q", "-x"});
constexpr auto k_rocm_smi = std::to_array<const char*>({"rocm-smi", "-a", "--json"});
constexpr auto k_system_profiler =
    std::to_array<const char*>({"system_profiler", "-json", "SPDisplaysDataType", "SPHardwareDataType"});

void add_of_tool(LocalGpus& found, std::span<const char* const> words) {
  const auto output = tool_output(words);
  if (!output) return;
  const std::string_view name = words.front();
  if (!output->problem.empty()) {
    found.remarks.push_back(fmt::format("{}: {}", name, output->problem));
    return;
  }
  try {
    auto gpus = captured_gpus(output->text, std::string(name));
    found.gpus.insert(found.gpus.end(), gpus.begin(), gpus.end());
  } catch (const DataError& error) {  // another tool, or /sys, may still tell
    found.remarks.emplace_back(error.what());
  }
}

}  // namespace

LocalGpus gpus_of_capture(const std::string& path) {
  return {captured_gpus(file_text(path), path == "-" ? "standard input" : path), {}};
}

LocalGpus local_gpus() {
  const char* const capture = std::getenv("GPUADVISOR_DETECT");  // NOLINT(concurrency-mt-unsafe): nothing sets it
  if (capture != nullptr && *capture != '\0') return gpus_of_capture(capture);
  LocalGpus found;
  add_of_tool(found, k_nvidia_smi);
  add_of_tool(found, k_rocm_smi);
  add_of_tool(found, k_system_profiler);
  const std::size_t told = found.gpus.size();
  for (DetectedGpu& gpu : gpus_of_pci_bus()) {
    const auto is_same = [&](const DetectedGpu& other) { return other.vendor == gpu.vendor; };
    const auto end = found.gpus.begin() + static_cast<std::ptrdiff_t>(told);
    if (std::none_of(found.gpus.begin(), end, is_same)) found.gpus.push_back(std::move(gpu));
  }
  return found;
}

}  // namespace gpuadvisor::cli
