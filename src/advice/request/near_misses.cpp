#include "gpuadvisor/advice/near_misses.hpp"

#include <algorithm>
#include <optional>

#include "advice/ranking/offers.hpp"
#include "advice/ranking/scorer.hpp"
#include "gpuadvisor/advice/ranking.hpp"

namespace gpuadvisor {
namespace {

/// An offer that misses the request, with what it would take to let it in.
struct Candidate {
  Offer offer;
  ChangeSize size;
};

/// An offer, and what it fails.
struct Judged {
  Offer offer;
  Failures failed;
};

/// What an offer fails, and what lets it in.
NearMiss miss_of(NearMissKind kind, const Offer& offer, const Failures& failed, const Request& asked,
                 const Request& in_force, const Catalog& catalog) {
  const Relaxation change = relaxation(offer, failed, asked, in_force, catalog);
  return {kind, offer, rejections(offer, change.missing, in_force, catalog),
          change.is_possible ? change.changes : std::vector<Change>(),
          warnings(offer, in_force.weights, catalog, in_force.price_rule)};
}

class Search {
 public:
  Search(const Catalog& catalog, const Request& asked, const Request& in_force)
      : m_catalog(catalog),
        m_asked(asked),
        m_in_force(in_force),
        m_judge(in_force, catalog),
        m_scorer(in_force, catalog) {}

  std::vector<NearMiss> run() {
    for (const Gpu& gpu : m_catalog.gpus()) {
      const auto prices = price_estimates(gpu, m_catalog, m_in_force.price_rule);
      m_has_price =
          std::any_of(prices.begin(), prices.end(), [](const PriceEstimate& price) { return price.decides(); });
      m_of_gpu.clear();
      for_each_offer(gpu, m_catalog, m_in_force, m_scorer, [&](Offer offer) {
        m_scorer.score(offer);
        m_of_gpu.push_back({offer, m_judge.failures(offer)});
      });
      for (const Judged& judged : m_of_gpu) {
        if (!is_outdone(judged.offer)) consider(judged.offer, judged.failed);
      }
    }
    std::vector<NearMiss> found;
    std::vector<Candidate> singles;
    for (std::size_t i = 0; i < m_by_constraint.size(); ++i) {
      const bool is_told_elsewhere = m_qualifies && m_defaults[i];
      if (m_by_constraint[i] && !is_told_elsewhere) singles.push_back(*m_by_constraint[i]);
    }
    std::sort(singles.begin(), singles.end(), [&](const Candidate& a, const Candidate& b) { return is_nearer(a, b); });
    found.reserve(singles.size() + 4);
    const auto add_change = [&](const Offer& offer) {
      if (auto miss = change(offer)) found.push_back(std::move(*miss));
    };
    for (const Candidate& single : singles) add_change(single.offer);
    const auto& cheapest = m_by_constraint[first(m_budget)];
    if (m_offered && !(cheapest && is_same(m_offered->offer, cheapest->offer))) add_change(m_offered->offer);
    if (found.empty() && !m_qualifies && m_by_several) add_change(m_by_several->offer);
    const bool is_told = m_within_interval && cheapest && is_same(*m_within_interval, cheapest->offer);
    if (m_within_interval && !is_told) found.push_back(near_miss(NearMissKind::within_interval, *m_within_interval));
    if (m_last_price) found.push_back(near_miss(NearMissKind::last_price, *m_last_price));
    if (m_no_offer) found.push_back(near_miss(NearMissKind::no_offer, *m_no_offer));
    const bool is_last_hope = !m_qualifies && !cheapest;  // no price is known that the budget could be raised to
    if (m_no_price && is_last_hope) found.push_back(near_miss(NearMissKind::no_price, *m_no_price));
    return found;
  }

 private:
  /// Whether another number of the same GPUs qualifies and ranks before the offer, and would still be the row.
  [[nodiscard]] bool is_outdone(const Offer& offer) const {
    return std::any_of(m_of_gpu.begin(), m_of_gpu.end(), [&](const Judged& other) {
      return other.failed.none() && other.offer.count != offer.count && is_same_condition(other.offer, offer) &&
             is_better(other.offer, offer);
    });
  }

  void consider(const Offer& offer, const Failures& failed) {
    m_qualifies |= failed.none();
    if (failed.none()) return;
    const bool only_budget = failed == m_budget;
    if (only_budget && offer.price && offer.price->no_offer != NoOffer::recalled) {
      const bool may_cost_less =
          offer.price->asked == nullptr && at_price(offer, offer.price->low) <= *m_in_force.budget;
      if (offer.price->decides() && may_cost_less) keep_better(m_within_interval, offer);
      if (!m_has_price && *total_price(offer) <= *m_in_force.budget) {
        keep_better(offer.price->no_offer ? m_no_offer : m_last_price, offer);
      }
    }
    if (only_budget && !offer.price) keep_better(m_no_price, offer);
    const Relaxation change = relaxation(offer, failed, m_asked, m_in_force, m_catalog);
    if (!change.is_possible) return;
    const auto single = first(failed);
    keep_nearer(change.size.changes == 1 ? m_by_constraint[single] : m_by_several, {offer, change.size});
    if (only_budget && is_offered(offer)) keep_nearer(m_offered, {offer, change.size});
  }

  [[nodiscard]] bool is_better(const Offer& a, const Offer& b) const { return ranks_before(a, b, m_in_force.rank_by); }
  /// Requires offers of one GPU.
  [[nodiscard]] static bool is_same_condition(const Offer& a, const Offer& b) {
    return !a.price || !b.price ||
           (a.price->condition == b.price->condition && a.price->is_yours() == b.price->is_yours());
  }
  /// Requires prices.
  [[nodiscard]] static bool is_same(const Offer& a, const Offer& b) {
    return a.gpu == b.gpu && is_same_condition(a, b) && a.count == b.count;
  }
  [[nodiscard]] bool is_nearer(const Candidate& a, const Candidate& b) const {
    return a.size != b.size ? a.size < b.size : is_better(a.offer, b.offer);
  }
  void keep_better(std::optional<Offer>& best, const Offer& offer) const {
    if (!best || is_better(offer, *best)) best = offer;
  }
  void keep_nearer(std::optional<Candidate>& nearest, const Candidate& candidate) const {
    if (!nearest || is_nearer(candidate, *nearest)) nearest = candidate;
  }

  [[nodiscard]] NearMiss near_miss(NearMissKind kind, const Offer& offer) {
    return miss_of(kind, offer, m_judge.failures(offer), m_asked, m_in_force, m_catalog);
  }

  /// The change that lets an offer in, with what it lets in: the offer; where the fewest GPUs are asked for, of which
  /// the most were tried in vain, the first that another job or speed lets in, if any.
  [[nodiscard]] std::optional<NearMiss> change(const Offer& offer) {
    NearMiss miss = near_miss(NearMissKind::change, offer);
    const Failures failed = m_judge.failures(offer);
    if (!m_in_force.takes_fewest || !(failed & m_of_job).any()) return miss;
    const auto first = first_let_in(relaxation(offer, failed, m_asked, m_in_force, m_catalog).request);
    if (!first) return std::nullopt;
    miss.offer = *first;
    miss.missing = rejections(*first, m_judge.failures(*first), m_in_force, m_catalog);
    miss.warnings = warnings(*first, m_in_force.weights, m_catalog, m_in_force.price_rule);
    return miss;
  }

  /// Of the offers that answer a changed request and not the one in force, the one that ranks first there; as it does
  /// the job in force.
  [[nodiscard]] std::optional<Offer> first_let_in(const Request& changed) {
    const Request in_force = with_defaults(changed, m_catalog);
    Judge judge(in_force, m_catalog);
    Scorer scorer(in_force, m_catalog);
    std::optional<Offer> best;
    std::optional<Offer> found;
    for (const Gpu& gpu : m_catalog.gpus()) {
      for_each_offer(gpu, m_catalog, in_force, scorer, [&](Offer offer) {
        if (judge.failures(offer).any()) return;
        scorer.score(offer);
        if (best && !ranks_before(offer, *best, in_force.rank_by)) return;
        Offer as_asked = offer;
        m_scorer.fit(as_asked);
        m_scorer.score(as_asked);
        if (m_judge.failures(as_asked).none()) return;
        best = offer;
        found = as_asked;
      });
    }
    return found;
  }

  const Catalog& m_catalog;
  const Request& m_asked;
  const Request& m_in_force;
  Judge m_judge;
  Scorer m_scorer;
  const Failures m_budget = failure_of("budget");
  const Failures m_of_job = failure_of("fit") | failure_of("speed");
  const Failures m_defaults = default_constraints();
  bool m_qualifies = false;      // some offer does
  bool m_has_price = false;      // one that can pass a budget, of the GPU looked at
  std::vector<Judged> m_of_gpu;  // of the GPU looked at
  std::array<std::optional<Candidate>, Failures().size()> m_by_constraint;
  std::optional<Candidate> m_by_several;
  std::optional<Candidate> m_offered;  // of what only the budget keeps out, the nearest that is offered today
  std::optional<Offer> m_within_interval;
  std::optional<Offer> m_no_offer;
  std::optional<Offer> m_last_price;
  std::optional<Offer> m_no_price;
};

}  // namespace

NearMiss over_budget(const Offer& offer, const Request& asked, const Request& in_force, const Catalog& catalog) {
  return miss_of(NearMissKind::change, offer, Judge(in_force, catalog).failures(offer), asked, in_force, catalog);
}

std::vector<NearMiss> near_misses(const Catalog& catalog, const Request& asked, const Request& in_force) {
  return Search(catalog, asked, in_force).run();
}

}  // namespace gpuadvisor
