#pragma once

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/advice/ranking.hpp"
#include "scorer.hpp"

namespace gpuadvisor {

/// Calls `visit` with the offers of as many GPUs as the request allows, the fewest first: each but those that rank
/// after fewer of the same, since whatever lets them in lets those in too. Not yet scored where there is but one count.
template <class Visit>
void for_each_count(Offer offer, const Request& request, Scorer& scorer, Visit&& visit) {
  const auto [from, to] = request.count;
  offer.count = from;
  if (from < to) scorer.score(offer);
  visit(offer);
  for (Offer best = offer; offer.count < to;) {
    ++offer.count;
    scorer.score(offer);
    if (!ranks_before(offer, best, request.rank_by, OldPrices::last)) continue;
    best = offer;
    visit(offer);
  }
}

/// Calls `visit` with each offer of a GPU: for each condition that has a price, or for none when there is none, those
/// of for_each_count().
template <class Visit>
void for_each_offer(const Gpu& gpu, const Catalog& catalog, const Request& request, Scorer& scorer, Visit&& visit) {
  const auto prices = price_estimates(gpu, catalog, request.price_rule);
  for (const PriceEstimate& price : prices) for_each_count(Offer{&gpu, price}, request, scorer, visit);
  if (prices.empty()) for_each_count(Offer{&gpu}, request, scorer, visit);
}

}  // namespace gpuadvisor
