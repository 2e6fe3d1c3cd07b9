#pragma once

#include "advice/rent/rental.hpp"
#include "economics/build_cooling.hpp"
#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/advice/ranking.hpp"
#include "scorer.hpp"

namespace gpuadvisor {

/// Whether several GPUs can pass where fewer of the same do not: all of them together must reach a figure.
[[nodiscard]] inline bool can_be_too_few(const Request& request) {
  return (request.price && request.price->from) || (request.power && request.power->from) || request.job;
}

/// Whether each user gets what a target asks for.
[[nodiscard]] inline bool reaches(const UserSpeed& speed, const SpeedTarget& target) {
  const auto& [written, first] = speed;
  return written >= target.tokens_per_second.value_or(0) &&
         (!target.seconds_to_first_token || (first && *first <= *target.seconds_to_first_token));
}
[[nodiscard]] inline bool reaches(const Offer& offer, const SpeedTarget& target) {
  return offer.user_speed && reaches(*offer.user_speed, target);
}

/// Whether the request's job fits, tightly or not, and its target is reached. Requires a job.
[[nodiscard]] inline bool is_enough(const Offer& offer, const Request& request) {
  const bool fits = offer.fit && *offer.fit != FitVerdict::does_not_fit;
  return fits && (!request.target || reaches(offer, *request.target));
}

inline void fit_job(Offer& offer, const Request& request, Scorer& scorer) {
  if (request.job) scorer.fit(offer);
}

/// The most of a GPU that the request allows, unless somebody says how many: of those that serve users cards for
/// desktops stand in one machine for four, and small ones in one server, since larger ones cost less than a second.
[[nodiscard]] inline int most_gpus(const Gpu& gpu, const Request& request) {
  constexpr double k_large = 40;  // GiB
  const bool serves = request.takes_fewest && request.job->job().queues;
  if (!serves) return request.count.to;
  const bool is_for_servers = gpu.segment == Segment::datacenter || gpu.segment == Segment::workstation;
  const bool is_large = gpu.memory && gpu.memory->value() >= k_large;
  return std::min(request.count.to, !is_for_servers ? k_gpus_per_board : is_large ? request.count.to : k_most_gpus);
}

/// The next number of GPUs: where several machines are allowed, as servers are built: 1, 2, 4, 8, and machines of 8.
[[nodiscard]] inline int next_count(int count, const Request& request) {
  if (request.count.to <= k_most_gpus) return count + 1;
  return count < k_most_gpus ? 2 * count : count + k_most_gpus;
}

/// Calls `visit` with the fewest GPUs on which the request's job fits, tightly or not, and before them with the fewest
/// on which it does with layers in the host's memory; with the most that are allowed when it fits on none. Requires a
/// job. More GPUs than a job needs are for who asks for them: all that trains is faster on more, so that they would
/// rank before all else.
template <class Visit>
void for_fewest(Offer offer, const Request& request, Scorer& scorer, Visit&& visit) {
  bool is_visited = false;
  const int most = most_gpus(*offer.gpu, request);
  for (offer.count = request.count.from; offer.count <= most; offer.count = next_count(offer.count, request)) {
    scorer.fit(offer);
    const bool enough = is_enough(offer, request);
    const bool is_in_host = enough && scorer.plan_of(offer)->way->job.layers_on_host > 0;
    const bool is_last = next_count(offer.count, request) > most;
    if (is_visited && (is_in_host || !enough)) continue;
    if (!enough && !is_last) continue;
    scorer.score(offer);
    visit(offer);
    is_visited = true;
    if (!is_in_host) return;
  }
}

/// Calls `visit` with the offers of as many GPUs as the request allows, the fewest first: each but those that rank
/// after fewer of the same, where whatever lets them in lets those in too. Not yet scored where there is but one count.
template <class Visit>
void for_each_count(Offer offer, const Request& request, Scorer& scorer, Visit&& visit) {
  if (request.takes_fewest) return for_fewest(offer, request, scorer, visit);
  const auto [from, to] = request.count;
  offer.count = from;
  fit_job(offer, request, scorer);
  const bool wants_all = can_be_too_few(request);
  if (from < to) scorer.score(offer);
  visit(offer);
  for (Offer best = offer; offer.count < to;) {
    offer.count = next_count(offer.count, request);
    fit_job(offer, request, scorer);
    scorer.score(offer);
    const bool is_best = ranks_before(offer, best, request.rank_by);
    if (!is_best && !wants_all) continue;
    if (is_best) best = offer;
    visit(offer);
  }
}

/// Calls `visit` with what renting a GPU is offered at, for each count that the request allows and somebody rents out;
/// where the fewest are to be taken, up to the first that has room for the job and reaches the target.
template <class Visit>
void for_each_rental(const Gpu& gpu, Day today, const Catalog& catalog, const Request& request, Scorer& scorer,
                     Visit&& visit) {
  Offer offer{&gpu};
  for (offer.count = request.count.from; offer.count <= most_gpus(gpu, request);
       offer.count = next_count(offer.count, request)) {
    offer.rental = rental(gpu, offer.count, request.owning->hours(), catalog, today);
    if (!offer.rental) continue;
    fit_job(offer, request, scorer);
    scorer.score(offer);
    visit(offer);
    if (request.takes_fewest && is_enough(offer, request)) return;
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
      fit_job(offer, request, scorer);
      scorer.score(offer);
      visit(offer);
    }
  }
  if (prices.empty()) for_each_count(Offer{&gpu}, request, scorer, visit);
}

}  // namespace gpuadvisor
