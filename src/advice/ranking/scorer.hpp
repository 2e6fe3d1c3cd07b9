#pragma once

#include <algorithm>
#include <optional>

#include "advice/cost/owning.hpp"
#include "job_rates.hpp"
#include "offer_speed.hpp"

namespace gpuadvisor {

/// What an hour of use costs: the rent, or what owning does.
[[nodiscard]] inline std::optional<Usd> hourly_cost(const Offer& offer, const OwningBasis& basis,
                                                    const Catalog& catalog) {
  if (offer.rental) return Usd{offer.rental->hourly.value()};
  if (!offer.price) return std::nullopt;
  const auto owned = owned_gpus(*offer.gpu, offer.count, *offer.price, basis, catalog);
  return owned ? std::optional(ownership_cost(owned->ownership).per_hour) : std::nullopt;
}

/// Scores GPUs by a request in force. Views the request and the catalog, which must have a reference card.
class Scorer {
 public:
  Scorer(const Request& request, const Catalog& catalog)
      : m_request(request), m_catalog(catalog), m_offer_speed(request, catalog) {
    const WantedJob* const job = request.job.get();
    m_is_shared = job != nullptr && (job->job().host || !job->own().empty());
    m_ranks_by_tokens = ranks_by_tokens(request);
    if (m_is_shared || request.target || m_ranks_by_tokens)
      m_tokens.emplace(job->network(), job->job(), catalog, request.measured.get());
  }

  /// Fills in what the offer's GPU scores, and how fast as many as it has are: by the index, and in tokens per second.
  void score(Offer& offer) {
    if (offer.gpu != m_last) {  // the offers of one GPU come one after another
      const auto& index = m_offer_speed.index();
      m_last = offer.gpu;
      m_priority = score_of(*offer.gpu, m_request.weights, *m_catalog.reference());
      m_speed = index ? index->index(*offer.gpu) : m_priority;
    }
    offer.priority = m_priority;
    offer.speed = speed_of(offer);
    if (m_ranks_by_tokens) offer.tokens_per_second = tokens_of(offer);
    if (m_request.owning) offer.hourly = hourly_cost(offer, *m_request.owning, m_catalog);
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
  /// Requires that `m_speed` is that of the offer's GPU.
  [[nodiscard]] std::optional<double> speed_of(const Offer& offer) const {
    if (!m_speed) return std::nullopt;
    const double speed = m_is_shared ? *m_speed * slowdown(offer) : *m_speed;
    if (offer.count == 1) return speed;
    const auto factor = m_offer_speed.speedup(offer.count).factor;
    return factor ? std::optional(speed * *factor) : std::nullopt;
  }

  /// As rows show it. The same for all conditions of as many of a GPU, which come one after the other.
  [[nodiscard]] std::optional<double> tokens_of(const Offer& offer) {
    if (offer.gpu == m_told.gpu && offer.count == m_told.count) return m_told.tokens;
    m_told = {offer.gpu, offer.count, std::nullopt};
    const auto rates = job_rates(*m_tokens, offer, *m_request.job, m_request.job->fit(*offer.gpu, offer.count));
    if (rates) m_told.tokens = (m_request.target ? user_rate(*rates) : rates->together).middle;
    return m_told.tokens;
  }

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
  struct Told {
    const Gpu* gpu = nullptr;
    int count = 0;
    std::optional<double> tokens;
  };

  bool m_is_shared = false;  // the GPUs of an offer do not do the job alone
  bool m_ranks_by_tokens = false;
  std::optional<TokenSpeed> m_tokens;  // in both cases, or where a target is to be reached
  Told m_told;
  const Gpu* m_last = nullptr;
  std::optional<double> m_priority;  // of the last one
  std::optional<double> m_speed;
};

}  // namespace gpuadvisor
