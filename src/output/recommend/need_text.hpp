#pragma once

#include <string>

#include "gpuadvisor/advice/request.hpp"

namespace gpuadvisor {

/// "8 GB or more for 12 GB at 32 bits". Requires a need.
[[nodiscard]] std::string least_memory_text(const Request& request);

/// How a need in 32 bits is counted, by whom, and why memory does not halve, in sentences. Requires a need.
[[nodiscard]] std::string need_text(const Request& request, const Catalog& catalog);

}  // namespace gpuadvisor
