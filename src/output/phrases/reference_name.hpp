#pragma once

#include <string_view>

#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// The reference card as people call it; its id where the catalog does not have it, as before it was on sale. Requires
/// a catalog with a reference card.
[[nodiscard]] inline std::string_view reference_name(const Catalog& catalog) {
  const auto id = catalog.reference()->gpu;
  const Gpu* reference = catalog.gpu(id);
  return reference == nullptr ? id : short_name(*reference);
}

}  // namespace gpuadvisor
