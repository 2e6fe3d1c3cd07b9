#include "feature_sheet.hpp"

namespace gpuadvisor {

FeatureSheet feature_sheet(const Feature& feature, const Catalog& catalog) {
  FeatureSheet sheet{&feature, {}, {}, {}, catalog.records<Source>()};
  for (const FeatureFigure& figure : catalog.records<FeatureFigure>()) {
    if (figure.feature == feature.id) sheet.figures.push_back(&figure);
  }
  for (const ArchitectureFeature& said : catalog.records<ArchitectureFeature>()) {
    if (said.feature == feature.id) sheet.architectures.push_back(&said);
  }
  for (const Gpu& gpu : catalog.gpus()) sheet.gpus.push_back({&gpu, &feature, has_feature(gpu, feature, catalog)});
  return sheet;
}

}  // namespace gpuadvisor
