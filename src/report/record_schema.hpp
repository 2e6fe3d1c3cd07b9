#pragma once

#include <string>
#include <string_view>

#include "record.hpp"

namespace gpuadvisor {

/// The JSON Schema (2020-12) of a record and of all that it is made of: every member is required unless it may be left
/// out, and there are no others. `id` is the schema's own name, `title` says what it describes.
[[nodiscard]] std::string json_schema(const RecordShape& shape, std::string_view id, std::string_view title);

}  // namespace gpuadvisor
