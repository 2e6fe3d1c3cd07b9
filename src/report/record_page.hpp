#pragma once

#include <string>
#include <string_view>

#include "record.hpp"

namespace gpuadvisor {

/// A Markdown page of what a record is made of: a line per member with its path, what it may be and what it means. What
/// a record inside is made of stands where that is met first.
[[nodiscard]] std::string record_page(const RecordShape& shape, std::string_view title);

}  // namespace gpuadvisor
