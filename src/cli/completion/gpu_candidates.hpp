#pragma once

#include <string_view>
#include <vector>

#include "candidates.hpp"
#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor::cli {

/// The GPUs of which a name begins as typed, each by the first of its names that does and is no other GPU's: "30" gives
/// "3090", "rtx 30" gives "RTX 3090". By name.
[[nodiscard]] std::vector<Candidate> gpu_candidates(const Catalog& catalog, std::string_view typed);

}  // namespace gpuadvisor::cli
