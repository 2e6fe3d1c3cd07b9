#pragma once

#include <span>
#include <string>
#include <string_view>

#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/catalog/source_usage.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// Sources and what they supply, for `sources`. Views what it is made from.
struct SourceReport {
  CatalogStamp catalog;
  std::span<const SourceUsage> sources;  // those asked for
  std::span<const std::string> ids;      // the options in force: sources asked for by id; empty: all
  std::span<const SourceGrade> grades;   // empty: all
  const Gpu* gpu = nullptr;              // what stands behind it; null: the whole catalog
  std::string_view gpu_note;             // what to know of the name that the GPU was asked for by; empty: nothing
};

/// A short entry per source, by grade; each in full where `ids` asks for them or a GPU is named.
[[nodiscard]] Document document_of(const SourceReport& report);

template <>
Record<SourceReport> description();

}  // namespace gpuadvisor
