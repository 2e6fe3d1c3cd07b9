#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "advice/compare/upgrade.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "gpuadvisor/report/records.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// An answer of `upgrade` with everything its renderers need. Views what it is made from.
struct UpgradeView {
  CatalogStamp catalog;
  const Upgrade& upgrade;
  const std::vector<Warning>& notes;  // on the question, such as misnomers
  bool is_explained = false;          // each workload, how it is decided, and what a guide said
};

/// For people: what to do, and the ways to spend money in a table. A page with room for more characters per row gets
/// more columns.
[[nodiscard]] Document upgrade_document(const UpgradeView& view, std::size_t room);

/// What programs read of it.
template <>
Record<UpgradeView> description();

/// One JSON object (docs/output.md).
[[nodiscard]] std::string upgrade_json(const UpgradeView& view);

/// Flat records: a row per workload and option, and one without a GPU for a workload without options.
[[nodiscard]] Records upgrade_records(const UpgradeView& view);

}  // namespace gpuadvisor
