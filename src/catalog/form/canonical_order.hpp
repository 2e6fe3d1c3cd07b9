#pragma once

#include "catalog/records/catalog_storage.hpp"

namespace gpuadvisor {

/// Brings the tables of `storage` into the order that CatalogTables promises, collapses equal prices and support
/// events, and works out what is derived from them.
void bring_into_canonical_order(CatalogStorage& storage);

}  // namespace gpuadvisor
