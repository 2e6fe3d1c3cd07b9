#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "devices/detected_gpu.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// Whether a detected GPU is one of the catalog, and if not, why.
enum class MatchKind : unsigned char {
  known,         // it is
  unnamed,       // only its PCI id is told
  unknown,       // the catalog has none of its name
  other_memory,  // those of its name have another amount of memory
  ambiguous,     // several go by its name
};

template <>
inline constexpr auto k_enum_names<MatchKind> = std::to_array<std::string_view>({"known", "unnamed", "unknown",
                                                                                 "other-memory", "ambiguous"});

struct DeviceMatch {
  MatchKind kind = MatchKind::unknown;
  const Gpu* gpu = nullptr;            // null unless it is known
  std::vector<const Gpu*> candidates;  // of `other_memory` and `ambiguous`, by id
};

/// How far the memory that a driver hands out may be from what is sold: a T4 of 16 GB has 15 GB with ECC, a K80 of 12
/// GB 11.2 (docs/detect.md#names).
inline constexpr double k_memory_tolerance = 0.08;

/// The GPU of the catalog that a tool means: by the driver's own names that the catalog knows; by its name as people
/// write it; by the words of its name in any order. Of those, the ones with its memory. A name that lists products
/// ("Navi 22 [Radeon RX 6700/6700 XT / 6800M]") stands for those with its memory; of several, for the one whose board
/// power is within a quarter of the limit in force. A laptop's GPU never goes by the name of a desktop's.
[[nodiscard]] DeviceMatch device_match(const DetectedGpu& detected, const Catalog& catalog);

}  // namespace gpuadvisor
