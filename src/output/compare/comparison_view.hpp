#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "advice/compare/comparison.hpp"
#include "gpuadvisor/report/records.hpp"
#include "gpuadvisor/report/table.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// A comparison with everything its renderers need. Views what it is made from.
struct ComparisonView {
  const Catalog& catalog;
  std::string_view catalog_version;
  const Comparison& comparison;
  const std::vector<Warning>& notes;  // on the comparison as a whole, such as misnomers
};

/// Side by side for people, each figure with its ratio to the first GPU's, and the verdicts in sentences below. A
/// narrow page gets several tables, each with the first GPU.
[[nodiscard]] std::string comparison_table(const ComparisonView& view, const Page& page, bool header);

/// The same as a Markdown table and paragraphs.
[[nodiscard]] std::string comparison_markdown(const ComparisonView& view, bool header);

/// What programs read of it.
template <>
const Record<ComparisonView>& record();

/// One JSON object (docs/output.md).
[[nodiscard]] std::string comparison_json(const ComparisonView& view);

/// Flat records, a GPU per row: figures, then those of each workload under its id ("cnn_speed"), then features.
/// The keys of the fields belong to `keys`.
struct ComparisonRecords {
  std::vector<std::string> keys;
  Records records;
};
[[nodiscard]] ComparisonRecords comparison_records(const ComparisonView& view);

}  // namespace gpuadvisor
