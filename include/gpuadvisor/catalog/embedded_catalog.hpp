#pragma once

#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// The catalog built into the program: static tables, nothing is parsed or allocated.
[[nodiscard]] Catalog embedded_catalog();

}  // namespace gpuadvisor
