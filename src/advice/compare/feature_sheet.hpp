#pragma once

#include <span>
#include <vector>

#include "gpu_feature.hpp"
#include "gpuadvisor/catalog/feature.hpp"

namespace gpuadvisor {

/// A GPU, and whether it has a feature. Views the catalog.
struct GpuFeature {
  const Gpu* gpu = nullptr;
  const Feature* feature = nullptr;
  FeatureFinding finding;
};

/// Everything known of one feature. Views the catalog.
struct FeatureSheet {
  const Feature* feature = nullptr;
  std::vector<const FeatureFigure*> figures;
  std::vector<const ArchitectureFeature*> architectures;  // what is said of them
  std::vector<GpuFeature> gpus;                           // all of the catalog
  std::span<const Source> sources;                        // likewise
};

/// Requires a feature of `catalog`.
[[nodiscard]] FeatureSheet feature_sheet(const Feature& feature, const Catalog& catalog);

}  // namespace gpuadvisor
