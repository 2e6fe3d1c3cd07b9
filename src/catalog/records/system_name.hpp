#pragma once

#include <array>
#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// What has names of its own for GPUs and providers: systems that start jobs, and NVIDIA's driver (nvidia-smi and the
/// library behind it).
enum class NamingSystem : unsigned char { skypilot, dstack, nvml };

template <>
inline constexpr auto k_enum_names<NamingSystem> = std::to_array<std::string_view>({"skypilot", "dstack", "nvml"});

/// What a system calls a GPU, at one provider or anywhere; without a GPU, what it calls the provider. Names that people
/// use are aliases of the GPU.
struct SystemName {
  NamingSystem system = NamingSystem::skypilot;
  std::string_view gpu;
  std::string_view provider;  // as prices of rent write it
  std::string_view name;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<SystemName> = std::tuple{
    required("system", &SystemName::system),     optional("gpu", &SystemName::gpu),
    optional("provider", &SystemName::provider), required("name", &SystemName::name),
    required("source", &SystemName::source),
};

}  // namespace gpuadvisor
