#pragma once

#include <string>
#include <vector>

#include "advice/compare/comparison_choice.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "gpuadvisor/report/records.hpp"
#include "report/record.hpp"
#include "report/sheet.hpp"

namespace gpuadvisor {

/// A comparison with everything its renderers need. Views what it is made from.
struct ComparisonView {
  CatalogStamp catalog;
  const Comparison& comparison;
  const std::vector<Warning>& notes;  // on the comparison as a whole, such as misnomers
  ComparisonChoice choice;
  Depth depth = {};
};

/// For people: which one to take, and the GPUs side by side, the first beside every other on a narrow page.
[[nodiscard]] Document document_of(const ComparisonView& view);

template <>
Record<ComparisonView> description();

/// Flat records, and what the keys of their fields view.
struct ComparisonRecords : Records {
  std::vector<std::string> keys{};
};
/// A GPU per row: figures, then those of each workload under its id ("cnn_speed"), then features.
[[nodiscard]] ComparisonRecords flat_records(const ComparisonView& view);

}  // namespace gpuadvisor
