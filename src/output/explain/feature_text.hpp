#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "advice/compare/gpu_feature.hpp"
#include "gpuadvisor/formats/json_writer.hpp"

namespace gpuadvisor {

/// What a feature is, its figures and which architectures have it, each with its source, as lines of at most `width`
/// characters. Requires a feature of `catalog`.
[[nodiscard]] std::string feature_text(const Feature& feature, const Catalog& catalog, std::size_t width);

/// The same as an object, with every GPU and what tells whether it has the feature (docs/output.md).
void write_feature(JsonWriter& json, const Feature& feature, const Catalog& catalog);

/// Features as one JSON object; `results` holds a record for each.
[[nodiscard]] std::string features_json(std::span<const Feature* const> features, const Catalog& catalog,
                                        std::string_view catalog_version);

/// The members `has`, `by` and `source` of what tells whether a GPU has a feature.
void write_finding(JsonWriter& json, const Gpu& gpu, const Feature& feature, const FeatureFinding& finding);

}  // namespace gpuadvisor
