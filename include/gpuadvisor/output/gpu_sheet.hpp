#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/output/table.hpp"

namespace gpuadvisor {

/// Everything known of one GPU, for `show`. Views what it is made from.
struct GpuSheet {
  const Catalog& catalog;
  std::string_view catalog_version;
  const Gpu& gpu;
};

/// Figures with their sources, prices, quotes and scores, for people.
[[nodiscard]] std::string gpu_sheet_table(const GpuSheet& sheet, const Page& page);

/// The same as one JSON object; `results` holds one record.
[[nodiscard]] std::string gpu_sheet_json(const GpuSheet& sheet);

/// The figures as CSV: field, value, source.
[[nodiscard]] std::string gpu_sheet_csv(const GpuSheet& sheet, bool header);

}  // namespace gpuadvisor
