#pragma once

#include <vector>

#include "build.hpp"

namespace gpuadvisor {

/// What to know of a build, the gravest first. Requires all else of it.
[[nodiscard]] std::vector<Warning> warnings_of(const Build& build, const Catalog& catalog);

}  // namespace gpuadvisor
