#include "advice/compare/gpu_feature.hpp"
#include "feature_text.hpp"
#include "output/phrases/catalog_json.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

void write_texts(JsonWriter& json, std::span<const std::string_view> texts) {
  json.begin_array();
  for (const auto text : texts) json.text(text);
  json.end_array();
}

void write_figures(JsonWriter& json, const Feature& feature, const Catalog& catalog) {
  json.begin_array();
  for (const FeatureFigure& figure : catalog.tables().feature_figures) {
    if (figure.feature != feature.id) continue;
    json.begin_object(Layout::one_line).key("what").text(figure.what).key("value").number(figure.value.value());
    json.key("to");
    write_optional(json, figure.to ? std::optional(figure.to->value()) : std::nullopt);
    json.key("unit");
    write_text_or_null(json, figure.unit);
    json.key("note");
    write_text_or_null(json, figure.note);
    json.key("source").text(figure.source).end_object();
  }
  json.end_array();
}

void write_architectures(JsonWriter& json, const Feature& feature, const Catalog& catalog) {
  json.begin_array();
  for (const ArchitectureFeature& said : catalog.tables().architecture_features) {
    if (said.feature != feature.id) continue;
    json.begin_object(Layout::one_line).key("vendor").text(said.vendor).key("architectures");
    write_texts(json, said.architectures);
    json.key("has").text(enum_name(said.has)).key("note");
    write_text_or_null(json, said.note);
    json.key("source").text(said.source).end_object();
  }
  json.end_array();
}

}  // namespace

void write_finding(JsonWriter& json, const Gpu& gpu, const Feature& feature, const FeatureFinding& finding) {
  json.key("has").text(enum_name(finding.has)).key("by");
  write_text_or_null(json, finding_text(gpu, feature, finding));
  json.key("source");
  write_text_or_null(json, finding.source);
}

void write_feature(JsonWriter& json, const Feature& feature, const Catalog& catalog) {
  json.begin_object().key("id").text(feature.id).key("title").text(feature.title).key("does").text(feature.does);
  json.key("notes");
  write_texts(json, feature.notes);
  json.key("source").text(feature.source).key("figures");
  write_figures(json, feature, catalog);
  json.key("architectures");
  write_architectures(json, feature, catalog);
  json.key("gpus").begin_array();
  for (const Gpu& gpu : catalog.gpus()) {
    json.begin_object(Layout::one_line).key("id").text(gpu.id);
    write_finding(json, gpu, feature, has_feature(gpu, feature, catalog));
    json.end_object();
  }
  json.end_array().end_object();
}

std::string features_json(std::span<const Feature* const> features, const Catalog& catalog,
                          std::string_view catalog_version) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "explain feature", catalog, catalog_version);
  json.key("query").begin_object(Layout::one_line).key("features").begin_array();
  for (const Feature* feature : features) json.text(feature->id);
  json.end_array().end_object().key("results").begin_array();
  for (const Feature* feature : features) write_feature(json, *feature, catalog);
  json.end_array().key("warnings");
  write_warnings(json, {});
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
