#pragma once

#include <algorithm>
#include <optional>

#include "advice/plan/memory_purchase.hpp"
#include "advice/plan/speech_speed.hpp"
#include "advice/plan/user_rate.hpp"
#include "advice/plan/work_speed.hpp"
#include "economics/build_cooling.hpp"
#include "economics/feasibility.hpp"
#include "economics/owning.hpp"
#include "gpuadvisor/advice/planner.hpp"

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
    m_is_shared = job != nullptr && (job->job().host || !job->hosts().empty() || !job->own().empty());
    m_ranks_by_tokens = ranks_by_tokens(request);
    if (job != nullptr) m_planner.emplace(*job, catalog, request.measured.get());
    if (job != nullptr) m_speech.emplace(*job, catalog);
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
    if (offer.count > 1 && !offer.rental) offer.further_cards = parts().further_cards(*offer.gpu, offer.count);
    if (m_request.owning) offer.hourly = hourly_cost(offer, *m_request.owning, m_catalog);
  }

  /// Fills in how the request's job fits, and how fast it then is for each user. Requires a job.
  void fit(Offer& offer) {
    const auto& plan = plan_of(offer);
    offer.fit = plan ? std::optional(plan->verdict) : std::nullopt;
    offer.memory.reset();
    if (plan && plan->buys_memory) offer.memory = memory_purchase(*plan->way->job.host, parts(), m_catalog);
    if (offer.memory && (offer.rental || !offer.memory->total())) {  // nobody knows what that takes
      offer.memory.reset();
      offer.fit = FitVerdict::does_not_fit;
    }
    offer.times_real_time = m_speech->times_real_time(*offer.gpu);
    offer.user_speed.reset();
    if (m_request.target && plan && plan->rates) offer.user_speed = user_speed(*plan->rates, m_request.job->job());
  }

  /// What the offer's GPUs do with the request's job: the same for all conditions of as many of a GPU, which come one
  /// after the other. Nothing where a memory is not known. Requires a job.
  [[nodiscard]] const std::optional<Plan>& plan_of(const Offer& offer) {
    if (offer.gpu != m_planned.gpu || offer.count != m_planned.count) {
      m_planned = {offer.gpu, offer.count};
      m_plan = is_too_many(offer) ? std::nullopt : m_planner->plan(*offer.gpu, offer.count);
    }
    return m_plan;
  }

 private:
  /// Beside those that the asker has; what they would do is not worked out.
  [[nodiscard]] bool is_too_many(const Offer& offer) const {
    int own = 0;
    for (const GpuGroup& group : m_request.job->own()) own += group.count;
    return own > 0 && m_request.count.to <= k_gpus_per_board && own + offer.count > k_gpus_per_board;
  }

  [[nodiscard]] const MachineParts& parts() {
    if (!m_parts) m_parts.emplace(m_catalog);
    return *m_parts;
  }

  /// Requires that `m_speed` is that of the offer's GPU.
  [[nodiscard]] std::optional<double> speed_of(const Offer& offer) {
    if (!m_speed) return std::nullopt;
    const double speed = m_is_shared ? *m_speed * slowdown(offer) : *m_speed;
    if (offer.count == 1) return speed;
    const auto factor = m_offer_speed.speedup(offer.count).factor;
    return factor ? std::optional(speed * *factor) : std::nullopt;
  }

  /// As rows show it.
  [[nodiscard]] std::optional<double> tokens_of(const Offer& offer) {
    const auto& plan = plan_of(offer);
    if (!plan || plan->rate() == nullptr) return std::nullopt;
    return m_request.target && plan->rates ? user_rate(*plan->rates).middle : plan->rate()->middle;
  }

  /// What is left of the GPU's speed beside others, or where the host's memory holds a part.
  [[nodiscard]] double slowdown(const Offer& offer) {
    const auto& plan = plan_of(offer);
    const auto whole = m_planner->speed().rates(*offer.gpu, {std::min(offer.count, k_most_gpus)});
    if (!whole || !plan || !plan->rates) return 1;
    return plan->rates->together.predicted.middle / whole->together.predicted.middle;
  }

  const Request& m_request;
  const Catalog& m_catalog;
  WorkSpeed m_offer_speed;
  bool m_is_shared = false;  // the GPUs of an offer do not do the job alone
  bool m_ranks_by_tokens = false;
  std::optional<Planner> m_planner;     // where there is a job
  std::optional<MachineParts> m_parts;  // once they are asked for
  std::optional<SpeechSpeed> m_speech;
  GpuGroup m_planned{nullptr, 0};
  std::optional<Plan> m_plan;  // of these
  const Gpu* m_last = nullptr;
  std::optional<double> m_priority;  // of the last one
  std::optional<double> m_speed;
};

}  // namespace gpuadvisor
