#include "offer_details.hpp"

namespace gpuadvisor {

OfferDetailer::OfferDetailer(const Request& request, const Catalog& catalog, const NetworkMeasurements* measurements)
    : m_request(request), m_catalog(catalog), m_speed(request, catalog) {
  if (request.job) m_tokens.emplace(request.job->network(), request.job->job(), catalog, measurements);
}

OfferDetails OfferDetailer::details(const Offer& offer) const {
  const Gpu& gpu = *offer.gpu;
  return {m_speed.speedup(offer.count),
          m_speed.performance(offer),
          m_request.job ? m_request.job->fit(gpu, offer.count) : std::nullopt,
          m_tokens ? m_tokens->rates(gpu, offer.count) : std::nullopt,
          priority_score(gpu, m_request.weights, *m_catalog.reference()),
          warnings(offer, m_request.weights, m_catalog, m_request.price_rule)};
}

}  // namespace gpuadvisor
