#pragma once

#include <span>

#include "advice/compare/feature_sheet.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// Features that are to be explained. Views what it is made from.
struct FeaturesView {
  CatalogStamp catalog;
  std::span<const FeatureSheet> features;
};

/// What a feature is, its figures and which architectures have it, each with its source.
[[nodiscard]] Document feature_document(const FeatureSheet& sheet);
[[nodiscard]] Document document_of(const FeaturesView& view);

/// What tells whether a GPU has a feature, without the names of either.
template <>
Record<GpuFeature> description();
template <>
Record<FeatureSheet> description();
template <>
Record<FeaturesView> description();

}  // namespace gpuadvisor
