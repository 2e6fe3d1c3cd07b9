#pragma once

#include <optional>

#include "offer_speed.hpp"

namespace gpuadvisor {

/// Scores GPUs by a request in force. Views the request and the catalog, which must have a reference card.
class Scorer {
 public:
  Scorer(const Request& request, const Catalog& catalog)
      : m_request(request), m_catalog(catalog), m_offer_speed(request, catalog) {}

  /// Fills in what the offer's GPU scores, and how fast as many as it has are.
  void score(Offer& offer) {
    if (offer.gpu != m_last) {  // the offers of one GPU come one after another
      const auto& index = m_offer_speed.index();
      m_last = offer.gpu;
      m_priority = score_of(*offer.gpu, m_request.weights, *m_catalog.reference());
      m_speed = index ? index->index(*offer.gpu) : m_priority;
    }
    offer.priority = m_priority;
    offer.speed = m_speed;
    if (offer.count == 1 || !m_speed) return;
    const auto factor = m_offer_speed.speedup(offer.count).factor;
    offer.speed = factor ? std::optional(*m_speed * *factor) : std::nullopt;
  }

 private:
  const Request& m_request;
  const Catalog& m_catalog;
  OfferSpeed m_offer_speed;
  const Gpu* m_last = nullptr;
  std::optional<double> m_priority;  // of the last one
  std::optional<double> m_speed;
};

}  // namespace gpuadvisor
