#pragma once

#include "merged_records.hpp"

namespace gpuadvisor {

/// Reports every reference of the records read that does not resolve among all records: sources, GPUs of prices,
/// fields named in `sources`, workloads.
void check_references(const MergedRecords& read, Problems& problems);

}  // namespace gpuadvisor
