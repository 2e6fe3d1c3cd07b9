#pragma once

#include <optional>
#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// From a date on, a guide asks for so much memory of a GPU for a workload.
struct MemoryFloor {
  std::string_view workload;         // id
  PartialDate from;                  // in force from its first day until the next one of the workload
  Gibibytes memory;                  // the least that is worth buying
  std::optional<Gibibytes> advised;  // what the guide would rather see, where it says more
  std::string_view source;
};

template <>
inline constexpr auto k_fields<MemoryFloor> = std::tuple{
    required("workload", &MemoryFloor::workload), required("from", &MemoryFloor::from),
    required("memory_gb", &MemoryFloor::memory),  optional("advised_gb", &MemoryFloor::advised),
    required("source", &MemoryFloor::source),
};

}  // namespace gpuadvisor
