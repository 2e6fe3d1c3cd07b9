#pragma once

#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/price_level.hpp"

namespace gpuadvisor {

/// What the model of prices says on one day, in canonical order. Views the catalog.
struct FittedPrices {
  std::vector<PriceLevel> levels;   // of GPUs and conditions that were quoted within two years
  std::vector<MarketMonth> months;  // from 2025 on; earlier ones in quarters of many quotes
};

/// Fits the model to the quotes of `catalog`, as of its day; rounded, so that nothing depends on the last bit of a
/// compiler's arithmetic. Empty where quotes are too few for a market: before 2025, and in small catalogs. A pure
/// function.
[[nodiscard]] FittedPrices fit_prices(const Catalog& catalog);

/// Whether there are quotes enough of the year before a catalog's day for a market. Requires a day.
[[nodiscard]] bool has_market(const Catalog& catalog);

/// The catalog with the levels that it has of its day; with those of a fit, where it has none, of its day or of goods
/// whose quotes were laid over it.
[[nodiscard]] Catalog with_prices_of_its_day(const Catalog& catalog);

}  // namespace gpuadvisor
