#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "formats/json.hpp"

namespace gpuadvisor {

/// The members that records of a table are sorted by in a data file, the most important first. Empty for a table whose
/// order is the author's and means something, such as a guide's list of buyers.
[[nodiscard]] std::vector<std::string_view> sort_members(std::string_view table);

/// Whether record `a` stands before `b` by these members: texts go by their bytes, numbers by size, lists item by item,
/// and what is absent comes first. Requires records that can be read.
[[nodiscard]] bool comes_before(const Json& a, const Json& b, std::span<const std::string_view> members);

}  // namespace gpuadvisor
