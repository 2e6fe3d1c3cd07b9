#pragma once

#include <span>

#include "economics/price_history.hpp"
#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// What GPUs were quoted at, for `prices GPU`. Views what it is made from.
struct PriceHistoryView {
  CatalogStamp catalog;
  std::span<const PriceHistory> gpus;
  std::span<const Warning> notes;  // on the names that were asked for
};

/// Of each GPU prices of today, a bar for each month, and the quotes with what they say of today.
[[nodiscard]] Document document_of(const PriceHistoryView& view);

/// How markets have moved, for `prices --market`. Views what it is made from.
struct MarketView {
  CatalogStamp catalog;
  std::span<const MarketMonth> months;
};

/// A row per month, a column per market.
[[nodiscard]] Document document_of(const MarketView& view);

/// What one GPU was quoted at.
[[nodiscard]] Record<PriceHistory> price_history_record();

template <>
Record<MarketMonth> description();
template <>
Record<PriceHistoryView> description();
template <>
Record<MarketView> description();

}  // namespace gpuadvisor
