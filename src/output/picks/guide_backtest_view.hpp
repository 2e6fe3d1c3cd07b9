#pragma once

#include <span>
#include <string>
#include <string_view>

#include "advice/picks/guide_backtest.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "gpuadvisor/report/records.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// How the answers of their days compare with what guides said. Views what it is made from.
struct GuideBacktestView {
  CatalogStamp catalog;
  std::span<const GuideBacktestRow> rows;  // by the guides' days
  std::string_view guide;                  // asked for; empty: all
  std::string_view persona;                // asked for; empty: all
};

/// A row per buyer that counts, each miss in one line, what was too thin to count and why, and the totals.
[[nodiscard]] Document guide_backtest_document(const GuideBacktestView& view);

template <>
Record<GuideBacktestView> description();

/// One JSON object (docs/output.md).
[[nodiscard]] std::string guide_backtest_json(const GuideBacktestView& view);
/// A flat record per buyer.
[[nodiscard]] Records guide_backtest_records(const GuideBacktestView& view);

}  // namespace gpuadvisor
