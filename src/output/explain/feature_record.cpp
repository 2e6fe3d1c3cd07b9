#include "feature_view.hpp"
#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

Record<FeaturesView> features_query_record() {
  return Record<FeaturesView>("query", "What was asked", Layout::one_line)
      .member<&FeaturesView::features, &FeatureSheet::feature, &Feature::id>("features", "Their ids", ids(), fewest(1));
}

}  // namespace

template <>
Record<FeatureFigure> description() {
  return Record<FeatureFigure>("figure", "A figure that a source gives", Layout::one_line)
      .member<&FeatureFigure::what>("what", "The figure is of")
      .member<&FeatureFigure::value>("value", "Or the lowest")
      .member<&FeatureFigure::to>("to", "The highest, of a range")
      .member<&FeatureFigure::unit>("unit", "null for a plain number", or_null())
      .member<&FeatureFigure::note>("note", "On the figure", or_null())
      .member<&FeatureFigure::source>("source", "Who says so", id());
}

template <>
Record<ArchitectureFeature> description() {
  return Record<ArchitectureFeature>("architectures", "What a source says of architectures", Layout::one_line)
      .member<&ArchitectureFeature::vendor>("vendor", "Of the architectures", id())
      .member<&ArchitectureFeature::architectures>("architectures", "Of which it is said", fewest(1))
      .member<&ArchitectureFeature::has>(
          "has", "where-listed: GPUs that list a figure of it have it, the others not; disputed: sources differ")
      .member<&ArchitectureFeature::note>("note", "In words", or_null())
      .member<&ArchitectureFeature::source>("source", "Who says so", id());
}

template <>
Record<GpuFeature> description() {
  return Record<GpuFeature>("gpu_feature", "Whether a GPU has a feature")
      .member<&GpuFeature::finding, &FeatureFinding::has>("has", "Unknown is not no")
      .member("by", "What tells it, in words",
              [](const auto& one) {
                std::string words = finding_text(*one.gpu, *one.feature, one.finding);
                return words.empty() ? std::nullopt : std::optional(std::move(words));
              })
      .member<&GpuFeature::finding, &FeatureFinding::source>("source", "Of what tells it", id(), or_null());
}

namespace {

Record<GpuFeature> owner_record() {
  return Record<GpuFeature>("gpu", "Whether a GPU has it", Layout::one_line)
      .member<&GpuFeature::gpu, &Gpu::id>("id", "Of the GPU", id())
      .members_of(std::identity());
}

}  // namespace

template <>
Record<FeatureSheet> description() {
  return Record<FeatureSheet>("feature", "A feature")
      .member<&FeatureSheet::feature, &Feature::id>("id", "As --feature takes it", id())
      .member<&FeatureSheet::feature, &Feature::title>("title", "Name")
      .member<&FeatureSheet::feature, &Feature::does>("does", "What it does")
      .member<&FeatureSheet::feature, &Feature::notes>("notes", "What else to know", lines())
      .member<&FeatureSheet::feature, &Feature::source>("source", "Of what it does", id())
      .member<&FeatureSheet::figures>("figures", "Of the feature")
      .member<&FeatureSheet::architectures>("architectures", "What is said of architectures")
      .member<&FeatureSheet::gpus, as<owner_record>>("gpus", "All of the catalog");
}

template <>
Record<FeaturesView> description() {
  return answer_record<FeaturesView>("explain-feature", "explain feature", "What features are, and who has them")
      .member<as<features_query_record>>("query", "What was asked")
      .member<&FeaturesView::features>("results", "A record per feature", fewest(1))
      .member("warnings", "None", k_no_warnings);
}

}  // namespace gpuadvisor
