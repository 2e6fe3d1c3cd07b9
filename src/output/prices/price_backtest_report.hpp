#pragma once

#include <span>

#include "calibration/prices/price_backtest.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// How well the model predicts prices that it has not seen, for `prices backtest`.
struct PriceBacktestReport {
  CatalogStamp catalog;
  std::span<const PriceBacktestRow> rows;
};

/// For people.
[[nodiscard]] Document document_of(const PriceBacktestReport& report);

template <>
Record<PriceBacktestReport> description();

}  // namespace gpuadvisor
