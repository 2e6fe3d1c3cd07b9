#pragma once

#include "catalog/loading/merged_records.hpp"

namespace gpuadvisor {

/// Brings records into the order that CatalogTables promises and collapses equal ones.
void bring_into_canonical_order(MergedRecords& read);

/// Works out what of the tables follows from their records.
void derive_tables(CatalogStorage& storage);

}  // namespace gpuadvisor
