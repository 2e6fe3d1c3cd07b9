#pragma once

#include <string>
#include <string_view>

namespace gpuadvisor {

/// What changes from `before` to `after` in a file, as a unified diff of one hunk with three lines around it, which
/// `patch` applies. An empty `before` is a file that does not exist. Requires texts that differ.
[[nodiscard]] std::string unified_diff(std::string_view file, std::string_view before, std::string_view after);

}  // namespace gpuadvisor
