#pragma once

#include <span>
#include <string>
#include <string_view>

#include "gpuadvisor/advice/gpu_facts.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/records.hpp"

namespace gpuadvisor {

/// Everything known of one GPU, for `show`. Views what it is made from.
struct GpuSheet {
  CatalogStamp catalog;
  const Gpu& gpu;
  GpuFacts facts;
  std::string_view note;         // what to know of the name that was asked for; empty: nothing
  bool sources_in_full = false;  // all quotes, and each source with address, licence and what it supplies
};

/// Sheets of one catalog as one JSON object; `results` holds a record for each. Requires at least one.
[[nodiscard]] std::string gpu_sheets_json(std::span<const GpuSheet> sheets);

/// The figures as flat records: field, value, source, id of the GPU.
[[nodiscard]] Records gpu_sheet_records(std::span<const GpuSheet> sheets);

}  // namespace gpuadvisor
