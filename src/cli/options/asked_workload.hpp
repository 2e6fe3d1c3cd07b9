#pragma once

#include <string_view>

#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor::cli {

/// The workload called `id`, else that of the same id in another case. Throws UsageError with the nearest known word.
[[nodiscard]] const Workload& asked_workload(const Catalog& catalog, std::string_view id);

}  // namespace gpuadvisor::cli
