#pragma once

#include <optional>
#include <string>
#include <vector>

#include "finding.hpp"
#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor {

/// Layers of which some records were left out.
struct ReducedLayers {
  std::vector<CatalogLayer> layers;
  std::vector<Place> left_out;
};

/// The layers without the records that `problems` are about, so that the others can be judged. Blanks stand in their
/// place: all else stays where it stood. Nothing when a problem is about no record of a list.
[[nodiscard]] std::optional<ReducedLayers> without_records(std::vector<CatalogLayer> layers,
                                                           const std::vector<Diagnostic>& problems);

}  // namespace gpuadvisor
