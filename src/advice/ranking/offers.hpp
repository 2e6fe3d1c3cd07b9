#pragma once

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/advice/ranking.hpp"
#include "scorer.hpp"

namespace gpuadvisor {

/// Whether several GPUs can pass where fewer of the same do not: all of them together must reach a figure.
[[nodiscard]] inline bool can_be_too_few(const Request& request) {
  return (request.price && request.price->from) || (request.power && request.power->from) || request.job;
}

[[nodiscard]] inline std::optional<FitVerdict> fit_of(const Offer& offer, const Request& request) {
  const auto fit = request.job ? request.job->fit(*offer.gpu, offer.count) : std::nullopt;
  return fit ? std::optional(fit->verdict) : std::nullopt;
}

/// Calls `visit` with the fewest GPUs on which the request's job fits, tightly or not; with the most that are allowed
/// when it fits on none. Requires a job. More GPUs than a job needs are for who asks for them: all that trains is
/// faster on more, so that they would rank before all else.
template <class Visit>
void for_fewest(Offer offer, const Request& request, Scorer& scorer, Visit&& visit) {
  for (offer.count = request.count.from; offer.count <= request.count.to; ++offer.count) {
    offer.fit = fit_of(offer, request);
    const bool fits = offer.fit && *offer.fit != FitVerdict::does_not_fit;
    if (!fits && offer.count < request.count.to) continue;
    scorer.score(offer);
    return visit(offer);
  }
}

/// Calls `visit` with the offers of as many GPUs as the request allows, the fewest first: each but those that rank
/// after fewer of the same, where whatever lets them in lets those in too. Not yet scored where there is but one count.
template <class Visit>
void for_each_count(Offer offer, const Request& request, Scorer& scorer, Visit&& visit) {
  if (request.takes_fewest) return for_fewest(offer, request, scorer, visit);
  const auto [from, to] = request.count;
  offer.count = from;
  offer.fit = fit_of(offer, request);
  const bool wants_all = can_be_too_few(request);
  if (from < to) scorer.score(offer);
  visit(offer);
  for (Offer best = offer; offer.count < to;) {
    ++offer.count;
    offer.fit = fit_of(offer, request);
    scorer.score(offer);
    const bool is_best = ranks_before(offer, best, request.rank_by, OldPrices::last);
    if (!is_best && !wants_all) continue;
    if (is_best) best = offer;
    visit(offer);
  }
}

/// Calls `visit` with each offer of a GPU: for each condition that has a price, or for none when there is none, those
/// of for_each_count(); of several GPUs together that the asker can buy so, that one.
template <class Visit>
void for_each_offer(const Gpu& gpu, const Catalog& catalog, const Request& request, Scorer& scorer, Visit&& visit) {
  const auto prices = price_estimates(gpu, catalog, request.price_rule);
  for (const PriceEstimate& price : prices) {
    if (price.lot == 1) {
      for_each_count(Offer{&gpu, price}, request, scorer, visit);
    } else {
      Offer offer{&gpu, price};
      offer.count = price.lot;
      offer.fit = fit_of(offer, request);
      scorer.score(offer);
      visit(offer);
    }
  }
  if (prices.empty()) for_each_count(Offer{&gpu}, request, scorer, visit);
}

}  // namespace gpuadvisor
