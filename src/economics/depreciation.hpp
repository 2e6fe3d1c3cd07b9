#pragma once

#include <optional>

#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// What used cards lost of their price in a year, by the catalog's own quotes. Negative: they gained.
struct Depreciation {
  double yearly = 0;  // share of the price, the median of the cards
  double low = 0;     // four in five cards lost between them
  double high = 0;
  int gpus = 0;
};

/// From used quotes of one card that are a year or more apart, each pair as a rate per year; the median of a card's
/// pairs counts once. List prices and the words of articles do not count. Nothing from fewer than ten cards.
[[nodiscard]] std::optional<Depreciation> depreciation(const Catalog& catalog);

/// What is left of a price after so many years.
[[nodiscard]] Usd price_after(Usd price, double yearly_loss, double years);

}  // namespace gpuadvisor
