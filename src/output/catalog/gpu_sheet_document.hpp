#pragma once

#include <span>

#include "advice/picks/gpu_advice.hpp"
#include "gpuadvisor/output/gpu_sheet.hpp"
#include "report/sheet.hpp"

namespace gpuadvisor {

/// For people: what each GPU is, costs and is good for; then its prices, speeds and specifications, and explained,
/// below each fact its figures with their sources. `advice` is of the same GPUs. Requires at least one.
[[nodiscard]] Document gpu_sheets_document(std::span<const GpuSheet> sheets, std::span<const GpuAdvice> advice,
                                           const Depth& depth);

}  // namespace gpuadvisor
