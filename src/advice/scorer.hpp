#pragma once

#include <optional>

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/advice/request.hpp"
#include "gpuadvisor/scoring/performance.hpp"

namespace gpuadvisor {

/// Scores GPUs by a request in force. Views the request and the catalog, which must have a reference card.
class Scorer {
 public:
  Scorer(const Request& request, const Catalog& catalog) : m_request(request), m_catalog(catalog) {
    if (request.by_index) m_index.emplace(catalog, *catalog.workload(request.workload), request.precision);
  }

  /// Fills in what the offer's GPU scores.
  void score(Offer& offer) const {
    offer.priority = score_of(*offer.gpu, m_request.weights, *m_catalog.tables().reference);
    offer.speed = m_index ? m_index->index(*offer.gpu) : offer.priority;
  }

 private:
  const Request& m_request;
  const Catalog& m_catalog;
  std::optional<PerformanceIndex> m_index;
};

}  // namespace gpuadvisor
