#pragma once

#include <optional>
#include <string_view>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/formats/json_writer.hpp"

namespace gpuadvisor {

/// The members that open every JSON answer: schema_version, command and catalog.
void write_preamble(JsonWriter& json, std::string_view command, const Catalog& catalog, std::string_view version);

/// A text, or null when it is empty.
void write_text_or_null(JsonWriter& json, std::string_view text);

/// A number, or null when there is none.
void write_optional(JsonWriter& json, std::optional<double> number);

}  // namespace gpuadvisor
