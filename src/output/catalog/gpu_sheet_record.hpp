#pragma once

#include <span>
#include <string_view>

#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/output/gpu_sheet.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// Sheets of one catalog. Views what it is made from.
struct GpuSheets {
  CatalogStamp catalog;
  std::span<const GpuSheet> sheets;
};

template <>
Record<GpuSheets> description();

[[nodiscard]] inline Records flat_records(const GpuSheets& all) { return gpu_sheet_records(all.sheets); }

}  // namespace gpuadvisor
