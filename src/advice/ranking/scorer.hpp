#pragma once

#include <algorithm>
#include <optional>

#include "job_rates.hpp"
#include "offer_speed.hpp"

namespace gpuadvisor {

/// Scores GPUs by a request in force. Views the request and the catalog, which must have a reference card.
class Scorer {
 public:
  Scorer(const Request& request, const Catalog& catalog)
      : m_request(request), m_catalog(catalog), m_offer_speed(request, catalog) {
    const WantedJob* const job = request.job.get();
    m_is_shared = job != nullptr && (job->job().host || !job->own().empty());
    if (m_is_shared || request.target) m_tokens.emplace(job->network(), job->job(), catalog);
  }

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
    if (m_is_shared && m_speed) offer.speed = *m_speed * slowdown(offer);
    if (offer.count == 1 || !m_speed) return;
    const auto factor = m_offer_speed.speedup(offer.count).factor;
    offer.speed = factor ? std::optional(*offer.speed * *factor) : std::nullopt;
  }

  /// Fills in how the request's job fits, and how fast it then is for each user. Requires a job.
  void fit(Offer& offer) const {
    const auto fit = m_request.job->fit(*offer.gpu, offer.count);
    offer.fit = fit ? std::optional(fit->verdict) : std::nullopt;
    offer.user_speed.reset();
    if (!m_request.target || !fit || fit->verdict == FitVerdict::does_not_fit) return;
    if (const auto rates = job_rates(*m_tokens, offer, *m_request.job, fit))
      offer.user_speed = user_speed(*rates, *m_request.job);
  }

 private:
  /// What is left of the GPU's speed beside others, or where the host's memory holds a part.
  [[nodiscard]] double slowdown(const Offer& offer) const {
    const auto fit = m_request.job->fit(*offer.gpu, offer.count);
    const auto whole = m_tokens->rates(*offer.gpu, {std::min(offer.count, k_most_gpus)});
    const auto rates = job_rates(*m_tokens, offer, *m_request.job, fit);
    return whole && rates ? rates->together.predicted.middle / whole->together.predicted.middle : 1;
  }

  const Request& m_request;
  const Catalog& m_catalog;
  OfferSpeed m_offer_speed;
  bool m_is_shared = false;            // the GPUs of an offer do not do the job alone
  std::optional<TokenSpeed> m_tokens;  // then, or where a target is to be reached
  const Gpu* m_last = nullptr;
  std::optional<double> m_priority;  // of the last one
  std::optional<double> m_speed;
};

}  // namespace gpuadvisor
