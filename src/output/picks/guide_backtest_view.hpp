#pragma once

#include <span>
#include <string_view>

#include "advice/picks/guide_backtest.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
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
[[nodiscard]] Document document_of(const GuideBacktestView& view);

template <>
Record<GuideBacktestView> description();

}  // namespace gpuadvisor
