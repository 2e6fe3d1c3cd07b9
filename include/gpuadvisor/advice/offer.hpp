#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/economics/price_rule.hpp"
#include "gpuadvisor/scoring/priority_score.hpp"

namespace gpuadvisor {

/// A GPU in one condition at one price: what an answer ranks. Points into the catalog it was made from.
struct Offer {
  const Gpu* gpu = nullptr;
  std::optional<PriceEstimate> price = std::nullopt;  // absent when none is known
  std::optional<double> priority = std::nullopt;      // score; absent when a criterion is unknown
  std::optional<double> speed =
      std::nullopt;  // what ranks: the performance index, or the score where a request wants it
};

/// Speed per 1000 US dollars.
[[nodiscard]] std::optional<double> value(const Offer& offer);

/// Speed per kilowatt of board power.
[[nodiscard]] std::optional<double> efficiency(const Offer& offer);

/// Something a reader of a row must know before trusting it.
struct Warning {
  std::string_view id;  // stable, e.g. "old-price"
  std::string text;
};

/// The warnings of an offer: old, rising, list and recalled prices, new ones below used ones, what is no card with its
/// own cooling, software other than CUDA or support that has ended, recalled figures behind the score, boards of
/// several GPUs, missing scores.
[[nodiscard]] std::vector<Warning> warnings(const Offer& offer, const Weights& weights, const Catalog& catalog,
                                            const PriceRule& rule = {});

}  // namespace gpuadvisor
