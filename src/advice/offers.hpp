#pragma once

#include "gpuadvisor/advice/offer.hpp"

namespace gpuadvisor {

/// Calls `visit` with each offer of a GPU, not yet scored: one per condition that has a price, or one without a price
/// when there is none.
template <class Visit>
void for_each_offer(const Gpu& gpu, const Catalog& catalog, const PriceRule& rule, Visit&& visit) {
  const auto prices = price_estimates(gpu, catalog, rule);
  for (const PriceEstimate& price : prices) visit(Offer{&gpu, price});
  if (prices.empty()) visit(Offer{&gpu});
}

}  // namespace gpuadvisor
