#pragma once

#include <cstddef>
#include <span>
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
  std::string_view note;  // what to know of the name that was asked for; empty: nothing
};

/// Figures with their sources, prices, quotes and scores, for people.
[[nodiscard]] std::string gpu_sheet_table(const GpuSheet& sheet, const Page& page);

/// Sheets of one catalog as one JSON object; `results` holds a record for each. Requires at least one.
[[nodiscard]] std::string gpu_sheets_json(std::span<const GpuSheet> sheets);

/// The figures as CSV: field, value, source.
[[nodiscard]] std::string gpu_sheet_csv(const GpuSheet& sheet, bool header);

}  // namespace gpuadvisor
