#pragma once

#include <map>
#include <optional>
#include <string_view>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/scoring/spec_features.hpp"

namespace gpuadvisor {

/// What a fit knows of a GPU besides its measurements.
struct GpuSpecs {
  std::optional<Features> features;  // nothing when a figure is unknown
  std::string_view architecture;
  bool other_vendor = false;  // than that of the reference card
};

using SpecTable = std::map<std::string_view, GpuSpecs>;  // by gpu

/// Of every GPU of a catalog, with the features that the estimates for a workload multiply. Requires one with a
/// reference card that is among its GPUs.
[[nodiscard]] SpecTable spec_table(const Catalog& catalog, const Workload& workload);

}  // namespace gpuadvisor
