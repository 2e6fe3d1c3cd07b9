#pragma once

#include "merged_records.hpp"

namespace gpuadvisor {

/// Reports names of networks that mean two of them, parts that do not add up, and shapes that contradict themselves.
void check_networks(const MergedRecords& read, Problems& problems);

}  // namespace gpuadvisor
