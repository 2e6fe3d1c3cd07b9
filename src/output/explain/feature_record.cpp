#include "feature_view.hpp"
#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

struct FeaturesQuery {
  const FeaturesView* view = nullptr;
};

/// A GPU by its id, in the record of a feature.
struct FeatureOwner {
  const GpuFeature* gpu = nullptr;
};

std::vector<FeatureOwner> owners(const FeatureSheet& sheet) {
  std::vector<FeatureOwner> found;
  for (const GpuFeature& gpu : sheet.gpus) found.push_back({&gpu});
  return found;
}

std::vector<std::string_view> asked_features(const FeaturesView& view) {
  std::vector<std::string_view> ids;
  for (const FeatureSheet& sheet : view.features) ids.push_back(sheet.feature->id);
  return ids;
}

}  // namespace

template <>
const Record<FeaturesQuery>& record() {
  static const auto k_record =
      Record<FeaturesQuery>("query", "What was asked", Layout::one_line)
          .member("features", "Their ids", [](const auto& query) { return asked_features(*query.view); })
          .ids()
          .fewest(1);
  return k_record;
}

template <>
const Record<FeatureFigure>& record() {
  static const auto k_record =
      Record<FeatureFigure>("figure", "A figure that a source gives", Layout::one_line)
          .member<&FeatureFigure::what>("what", "The figure is of")
          .member<&FeatureFigure::value>("value", "Or the lowest")
          .member<&FeatureFigure::to>("to", "The highest, of a range")
          .member("unit", "null for a plain number", [](const auto& figure) { return unless_empty(figure.unit); })
          .member("note", "On the figure", [](const auto& figure) { return unless_empty(figure.note); })
          .member<&FeatureFigure::source>("source", "Who says so")
          .id();
  return k_record;
}

template <>
const Record<ArchitectureFeature>& record() {
  static const auto k_record =
      Record<ArchitectureFeature>("architectures", "What a source says of architectures", Layout::one_line)
          .member<&ArchitectureFeature::vendor>("vendor", "Of the architectures")
          .id()
          .member<&ArchitectureFeature::architectures>("architectures", "Of which it is said")
          .fewest(1)
          .member<&ArchitectureFeature::has>(
              "has", "where-listed: GPUs that list a figure of it have it, the others not; disputed: sources differ")
          .member("note", "In words", [](const auto& said) { return unless_empty(said.note); })
          .member<&ArchitectureFeature::source>("source", "Who says so")
          .id();
  return k_record;
}

template <>
const Record<GpuFeature>& record() {
  static const auto k_record =
      Record<GpuFeature>("gpu_feature", "Whether a GPU has a feature")
          .member("has", "Unknown is not no", [](const auto& one) { return one.finding.has; })
          .member("by", "What tells it, in words",
                  [](const auto& one) {
                    std::string words = finding_text(*one.gpu, *one.feature, one.finding);
                    return words.empty() ? std::nullopt : std::optional(std::move(words));
                  })
          .member("source", "Of what tells it", [](const auto& one) { return unless_empty(one.finding.source); })
          .id();
  return k_record;
}

template <>
const Record<FeatureOwner>& record() {
  static const auto k_record =
      Record<FeatureOwner>("gpu", "Whether a GPU has it", Layout::one_line)
          .member("id", "Of the GPU", [](const auto& owner) { return owner.gpu->gpu->id; })
          .id()
          .members_of([](const FeatureOwner& owner) -> const GpuFeature& { return *owner.gpu; });
  return k_record;
}

template <>
const Record<FeatureSheet>& record() {
  static const auto k_record =
      Record<FeatureSheet>("feature", "A feature")
          .member("id", "As --feature takes it", [](const auto& sheet) { return sheet.feature->id; })
          .id()
          .member("title", "Name", [](const auto& sheet) { return sheet.feature->title; })
          .member("does", "What it does", [](const auto& sheet) { return sheet.feature->does; })
          .member("notes", "What else to know", [](const auto& sheet) { return sheet.feature->notes; })
          .lines()
          .member("source", "Of what it does", [](const auto& sheet) { return sheet.feature->source; })
          .id()
          .member<&FeatureSheet::figures>("figures", "Of the feature")
          .member<&FeatureSheet::architectures>("architectures", "What is said of architectures")
          .member("gpus", "All of the catalog", [](const auto& sheet) { return owners(sheet); });
  return k_record;
}

template <>
const Record<FeaturesView>& record() {
  static const auto k_record =
      answer_record<FeaturesView>("explain-feature", "explain feature", "What features are, and who has them")
          .member("query", "What was asked", [](const auto& view) { return FeaturesQuery{&view}; })
          .member("results", "A record per feature", [](const auto& view) { return view.features; })
          .fewest(1)
          .member("warnings", "None", k_no_warnings);
  return k_record;
}

std::string features_json(const FeaturesView& view) { return json_text(value_of(view)); }

}  // namespace gpuadvisor
