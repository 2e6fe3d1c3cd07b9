#pragma once

#include <vector>

#include "merged_records.hpp"

namespace gpuadvisor {

/// Reports names of networks that mean two of them, parts that do not add up, and shapes that contradict themselves.
void check_networks(const KeyedTable<Network>& networks, const ParsedRecords<Network>& parsed, Problems& problems);

}  // namespace gpuadvisor
