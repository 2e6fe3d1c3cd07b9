#include "gpuadvisor/catalog/gpu.hpp"

#include "gpuadvisor/core/text.hpp"

namespace gpuadvisor {

std::string_view source_of(const Gpu& gpu, std::string_view field_key) {
  for (const auto& exception : gpu.sources) {
    if (exception.field == field_key) return exception.source;
  }
  return gpu.source;
}

std::optional<Gigabytes> memory_per_device(const Gpu& gpu) {
  if (!gpu.memory) return std::nullopt;
  return *gpu.memory / gpu.devices.value_or(1);
}

std::string_view short_name(const Gpu& gpu) {
  const std::size_t length = gpu.vendor.size();
  const bool leads =
      gpu.name.size() > length + 1 && gpu.name[length] == ' ' && lower_case(gpu.name.substr(0, length)) == gpu.vendor;
  return leads ? gpu.name.substr(length + 1) : gpu.name;
}

}  // namespace gpuadvisor
