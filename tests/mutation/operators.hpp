#pragma once

#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "field_values.hpp"

namespace gpuadvisor::mutation {

/// Bytes of a document that become others.
struct Edit {
  Extent extent;
  std::string text;
};

/// A slip, as people and scripts make them. It names no product and no field: what it needs to know it takes from the
/// data.
struct Operator {
  std::string_view name;
  /// The edits, all of one document, that make the slip at a value; empty where it cannot be made there.
  std::vector<Edit> (*apply)(const FieldValue& value, std::span<const FieldValue> all, std::mt19937& random);
};

[[nodiscard]] std::span<const Operator> operators();

/// The document with the edits made. Requires edits that do not overlap.
[[nodiscard]] std::string edited(std::string text, std::vector<Edit> edits);

}  // namespace gpuadvisor::mutation
