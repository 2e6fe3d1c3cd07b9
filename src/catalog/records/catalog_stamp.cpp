#include "gpuadvisor/catalog/catalog_stamp.hpp"

#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

CatalogStamp stamp_of(const Catalog& catalog, std::string_view version) {
  CatalogStamp stamp{std::string(version), catalog.gpus().size(), catalog.as_of(), {}, {}, {}};
  if (stamp.as_of) stamp.newest_day = catalog.newest_day();
  if (const auto& reference = catalog.reference()) {
    const Gpu* gpu = catalog.gpu(reference->gpu);
    stamp.reference = reference->gpu;
    stamp.reference_name = gpu == nullptr ? reference->gpu : short_name(*gpu);
  }
  return stamp;
}

}  // namespace gpuadvisor
