#include "gpu_feature.hpp"

#include <fmt/format.h>

#include <vector>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor {
namespace {

/// What the GPU's own figures tell.
FeatureFinding by_figures(const Gpu& gpu, const Feature& feature) {
  for (const auto field : feature.fields) {
    if (figure(gpu, field)) return {HasFeature::yes, field, nullptr, source_of(gpu, field)};
  }
  if (feature.rate.empty()) return {};
  const auto rate = figure(gpu, feature.rate);
  const auto other = figure(gpu, feature.not_below);
  if (!rate || !other) return {};
  return {*rate >= *other ? HasFeature::yes : HasFeature::no, feature.rate, nullptr, source_of(gpu, feature.rate)};
}

HasFeature without_figures(Presence presence) {
  switch (presence) {
    case Presence::yes:
      return HasFeature::yes;
    case Presence::no:
    case Presence::where_listed:
      return HasFeature::no;
    case Presence::disputed:
      return HasFeature::unknown;
  }
  return HasFeature::unknown;
}

/// What is said of the GPU's architecture; unknown where two records differ.
FeatureFinding by_architecture(const Gpu& gpu, const Feature& feature, const Catalog& catalog) {
  FeatureFinding finding;
  for (const ArchitectureFeature& said : catalog.records<ArchitectureFeature>()) {
    const auto& architectures = said.architectures;
    const bool is_about_it =
        said.feature == feature.id && said.vendor == gpu.vendor && contains(architectures, gpu.architecture);
    if (!is_about_it) continue;
    const HasFeature has = without_figures(said.has);
    if (finding.said != nullptr && finding.has != has) return {HasFeature::unknown, {}, &said, said.source};
    finding = {has, {}, &said, said.source};
  }
  return finding;
}

bool is_vendor_of_another(const Gpu& gpu, const Feature& feature) {
  return !feature.vendor.empty() && feature.vendor != gpu.vendor;
}

/// The one feature whose id begins with `name` and a hyphen; null when none or several do.
const Feature* by_first_words(const Catalog& catalog, const std::string& name) {
  const Feature* found = nullptr;
  for (const Feature& feature : catalog.records<Feature>()) {
    if (!feature.id.starts_with(name + '-')) continue;
    if (found != nullptr) return nullptr;
    found = &feature;
  }
  return found;
}

}  // namespace

FeatureFinding has_feature(const Gpu& gpu, const Feature& feature, const Catalog& catalog) {
  const FeatureFinding finding = by_figures(gpu, feature);
  if (finding.has != HasFeature::unknown) return finding;
  if (is_vendor_of_another(gpu, feature)) return {HasFeature::no, {}, nullptr, feature.source};
  return by_architecture(gpu, feature, catalog);
}

std::string finding_text(const Gpu& gpu, const Feature& feature, const FeatureFinding& finding) {
  if (!finding.field.empty()) {
    const std::string text = fmt::format("{} {}", finding.field, json_number(figure(gpu, finding.field).value_or(0)));
    return finding.has == HasFeature::yes ? text
                                          : fmt::format("{}, below {} {}", text, feature.not_below,
                                                        json_number(figure(gpu, feature.not_below).value_or(0)));
  }
  if (finding.said == nullptr) {
    return finding.has == HasFeature::no ? fmt::format("only {} makes it", feature.vendor) : std::string();
  }
  const std::string note = finding.said->note.empty() ? std::string() : fmt::format(": {}", finding.said->note);
  const std::string_view verdict = finding.has == HasFeature::yes  ? "has it"
                                   : finding.has == HasFeature::no ? "has it not"
                                                                   : "is disputed";
  return fmt::format("{} {}{}", gpu.architecture, verdict, note);
}

const Feature& require_feature(const Catalog& catalog, std::string_view name) {
  const std::string wanted = lower_case(name);
  std::vector<std::string_view> ids;
  for (const Feature& feature : catalog.records<Feature>()) {
    if (lower_case(feature.id) == wanted || lower_case(feature.title) == wanted) return feature;
    ids.push_back(feature.id);
  }
  if (const Feature* feature = by_first_words(catalog, wanted)) return *feature;
  throw UsageError(fmt::format("unknown feature \"{}\"{} (known: {})", printable(name), did_you_mean(name, ids),
                               enumeration(std::vector<std::string>(ids.begin(), ids.end()))));
}

}  // namespace gpuadvisor
