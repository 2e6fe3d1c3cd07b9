#pragma once

#include <span>
#include <string>

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

/// For people; as one JSON object (docs/output.md).
[[nodiscard]] Document price_backtest_document(const PriceBacktestReport& report);
[[nodiscard]] std::string price_backtest_json(const PriceBacktestReport& report);

template <>
Record<PriceBacktestReport> description();

}  // namespace gpuadvisor
