#pragma once

#include <span>
#include <string>

#include "calibration/prices/price_fit.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// What the model of prices says, for `prices fit`. Views what it is made from.
struct PriceFitReport {
  CatalogStamp catalog;
  std::span<const Gpu> gpus;  // of the catalog
  const FittedPrices& fitted;
};

/// For people; as one JSON object (docs/output.md).
[[nodiscard]] Document price_fit_document(const PriceFitReport& report);
[[nodiscard]] std::string price_fit_json(const PriceFitReport& report);

template <>
Record<PriceLevel> description();
template <>
Record<MarketMonth> description();
template <>
Record<PriceFitReport> description();

}  // namespace gpuadvisor
