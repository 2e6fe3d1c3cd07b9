#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// Something that GPUs have from some generation on, and what it is good for.
struct Feature {
  std::string_view id;                       // stable key, e.g. "sparsity-2-4"
  std::string_view title;                    // "2:4 sparsity"
  std::string_view does;                     // what it does, in a sentence or two
  std::string_view vendor;                   // the only one who makes it; empty: any
  std::span<const std::string_view> fields;  // figures of a GPU, any of which only GPUs with it have
  std::string_view rate;                     // a figure that tells it where it is not below another one:
  std::string_view not_below;                // that one; both or neither
  std::span<const std::string_view> notes;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<Feature> = std::tuple{
    required("id", &Feature::id),
    required("title", &Feature::title),
    required("does", &Feature::does),
    optional("vendor", &Feature::vendor),
    optional("fields", &Feature::fields),
    optional("rate", &Feature::rate),
    optional("not_below", &Feature::not_below),
    optional("notes", &Feature::notes),
    required("source", &Feature::source),
};

/// What a source says of a feature and an architecture.
enum class Presence : unsigned char {
  yes,
  no,
  where_listed,  // GPUs that list one of its figures have it, the others have not
  disputed,      // sources differ
};

template <>
inline constexpr auto k_enum_names<Presence> = std::to_array<std::string_view>({"yes", "no", "where-listed",
                                                                                "disputed"});

/// Architectures of a vendor that have a feature, or have it not.
struct ArchitectureFeature {
  std::string_view feature;  // id
  std::string_view vendor;
  std::span<const std::string_view> architectures;
  Presence has = Presence::yes;
  std::string_view note;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<ArchitectureFeature> = std::tuple{
    required("feature", &ArchitectureFeature::feature),
    required("vendor", &ArchitectureFeature::vendor),
    required("architectures", &ArchitectureFeature::architectures),
    required("has", &ArchitectureFeature::has),
    optional("note", &ArchitectureFeature::note),
    required("source", &ArchitectureFeature::source),
};

/// A number in the unit that its record names.
using Magnitude = Quantity<struct MagnitudeUnit>;

/// A figure that a source gives for a feature.
struct FeatureFigure {
  std::string_view feature;     // id
  std::string_view what;        // the figure is of, e.g. "rate of loading against 16 bits"
  Magnitude value;              // or the lowest
  std::optional<Magnitude> to;  // the highest, of a range
  std::string_view unit;        // empty for a plain number
  std::string_view note;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<FeatureFigure> = std::tuple{
    required("feature", &FeatureFigure::feature), required("what", &FeatureFigure::what),
    required("value", &FeatureFigure::value),     optional("to", &FeatureFigure::to),
    optional("unit", &FeatureFigure::unit),       optional("note", &FeatureFigure::note),
    required("source", &FeatureFigure::source),
};

}  // namespace gpuadvisor
