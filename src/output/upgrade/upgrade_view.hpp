#pragma once

#include <vector>

#include "advice/compare/upgrade.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"
#include "report/sheet.hpp"

namespace gpuadvisor {

/// An answer of `upgrade` with everything its renderers need. Views what it is made from.
struct UpgradeView {
  CatalogStamp catalog;
  const Upgrade& upgrade;
  const std::vector<Warning>& notes;  // on the question, such as misnomers
  Depth depth = {};
};

/// For people: what to do, and the ways to spend money in a table. A page with room for more characters per row gets
/// more columns.
[[nodiscard]] Document document_of(const UpgradeView& view, std::size_t room);

template <>
Record<UpgradeView> description();

}  // namespace gpuadvisor
