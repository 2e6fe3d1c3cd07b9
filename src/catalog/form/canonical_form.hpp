#pragma once

#include <string>
#include <string_view>

#include "canonical_text.hpp"

namespace gpuadvisor {

/// canonical_text() of a JSON document. Throws DataError when it cannot be parsed.
[[nodiscard]] CanonicalText canonical_json(const std::string& file, std::string_view text);

/// canonical_text() of a table.
[[nodiscard]] CanonicalText canonical_table(std::string_view file, const std::string& text);

}  // namespace gpuadvisor
