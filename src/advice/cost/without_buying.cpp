#include "without_buying.hpp"

#include <algorithm>

#include "advice/ranking/offers.hpp"
#include "economics/owning.hpp"
#include "gpuadvisor/advice/constraints.hpp"

namespace gpuadvisor {
namespace {

/// The request, with what limits a purchase taken away.
Request without_limits_of_money(Request request) {
  request.budget.reset();
  request.price.reset();
  request.owning = std::make_shared<const OwningBasis>();  // prices are told by the hour
  return request;
}

}  // namespace

std::shared_ptr<const WithoutBuying> without_buying(const Request& in_force, const Catalog& catalog) {
  const Request request = without_limits_of_money(in_force);
  Judge judge(request, catalog);
  Scorer scorer(request, catalog);
  WithoutBuying found;
  for (const Gpu& gpu : catalog.gpus()) {
    for_each_rental(gpu, rent_day(catalog), catalog, request, scorer, [&](const Offer& offer) {
      const bool is_cheapest = !found.rent || offer.rental->hourly < found.rent->rental->hourly;
      if (is_cheapest && judge.failures(offer).none()) found.rent = offer;
    });
  }
  const auto does_it = [&](const FreeTierGpu& lent) {
    Offer offer{lent.gpu};
    offer.rental.emplace();  // as of what is rented, nothing is asked that only buyers need
    fit_job(offer, request, scorer);
    scorer.score(offer);
    return lent.support.is_supported() && judge.failures(offer).none();
  };
  for (const FreeTierOffer& offer : free_tiers(catalog)) {
    const bool serves = !request.deployment && request.count.from == 1 && offer.is_for_all() && offer.hours_per_week();
    if (!serves || std::none_of(offer.gpus.begin(), offer.gpus.end(), does_it)) continue;
    found.free = offer;
    break;
  }
  return found.free || found.rent ? std::make_shared<const WithoutBuying>(std::move(found)) : nullptr;
}

}  // namespace gpuadvisor
