#pragma once

#include <string>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/guide.hpp"

namespace gpuadvisor {

/// "GeForce RTX 2080 Ti has 1.4 times the speed of GeForce RTX 2080: WHAT IT IS OF", as the guide has it.
[[nodiscard]] std::string ratio_text(const GuideRatio& ratio, const Catalog& catalog);

}  // namespace gpuadvisor
