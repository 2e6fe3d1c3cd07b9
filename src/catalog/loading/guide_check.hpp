#pragma once

#include "merged_records.hpp"

namespace gpuadvisor {

/// Reports what does not hold together in the guide tables that were read: references to sources, GPUs, guides,
/// workloads, kinds of buyers and nodes of a chart; ranges that end below their beginning; shares beyond 0 to 1; a
/// limit given twice over.
void check_guides(const MergedRecords& read, Problems& problems);

}  // namespace gpuadvisor
