#include "gpuadvisor/advice/stability.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "advice/plan/work_speed.hpp"
#include "scoring/break_even.hpp"
#include "scoring/first_share.hpp"
#include "scoring/order_dominance.hpp"

namespace gpuadvisor {
namespace {

/// The order of importance that a request goes by; without one, why.
void find_order(FirstShares& shares, const Request& request, const Catalog& catalog) {
  if (request.own_weights) {
    shares.order = request.own_order;
    if (!shares.order) shares.no_order = NoOrder::own_weights;
    return;
  }
  shares.order = order_of(*catalog.workload(request.workload), catalog);
  if (!shares.order) shares.no_order = NoOrder::several_orders;
}

/// The GPUs of an answer that have a score and a price no older than the first row's, the highest score first.
std::vector<const Gpu*> by_score(const Answer& answer) {
  std::vector<const Offer*> offers;
  for (const RankedOffer& row : answer.rows) {
    if (price_tier(row.offer) > price_tier(answer.rows.front().offer)) break;
    if (row.offer.priority) offers.push_back(&row.offer);
  }
  std::sort(offers.begin(), offers.end(), [](const Offer* a, const Offer* b) {
    return std::tuple(-*a->priority, a->gpu->id) < std::tuple(-*b->priority, b->gpu->id);
  });
  std::vector<const Gpu*> gpus;
  for (const Offer* offer : offers) {
    if (gpus.empty() || gpus.back() != offer->gpu) gpus.push_back(offer->gpu);
  }
  return gpus;
}

/// What dominates has a higher score, so that each is compared with contenders alone.
FirstShares first_shares_of(const Answer& answer, const Catalog& catalog) {
  FirstShares shares;
  find_order(shares, answer.request, catalog);
  if (!shares.order) return shares;
  const auto gpus = by_score(answer);
  shares.gpus = static_cast<int>(gpus.size());
  std::vector<LogRatios> cards;
  for (const Gpu* gpu : gpus) {
    const auto ratios = log_ratios(*gpu, *shares.order, *catalog.reference());
    const auto beats_it = [&](const LogRatios& better) { return order_dominates(better, *ratios); };
    if (!ratios || std::any_of(cards.begin(), cards.end(), beats_it)) continue;
    if (cards.size() == k_most_contenders) {
      shares.is_complete = false;
      break;
    }
    cards.push_back(*ratios);
    shares.contenders.push_back({gpu, 0, *ratios});
  }
  const auto parts = first_shares(cards);
  for (std::size_t i = 0; i < parts.size(); ++i) shares.contenders[i].share = parts[i];
  std::stable_sort(shares.contenders.begin(), shares.contenders.end(),
                   [](const Contender& a, const Contender& b) { return a.share > b.share; });
  return shares;
}

/// Log ratios by criterion as those in an order.
LogRatios in_order(const LogRatios& by_criterion, const PriorityOrder& order) {
  LogRatios ratios;
  for (const Criterion criterion : order) ratios.push_back(by_criterion[static_cast<std::size_t>(criterion)]);
  return ratios;
}

std::optional<Dominance> dominance(const LogRatios& rival, const LogRatios& first, const PriorityOrder& order) {
  const auto of_rival = in_order(rival, order);
  const auto of_first = in_order(first, order);
  if (order_dominates(of_rival, of_first)) return Dominance::better;
  return order_dominates(of_first, of_rival) ? std::optional(Dominance::worse) : std::nullopt;
}

std::optional<BreakEvenPrice> break_even_price(const Offer& rival, const Offer& first) {
  if (!rival.speed || !first.speed || !first.price) return std::nullopt;
  const Usd price = overtaking_price(*rival.speed, *first.speed, first.price->today);
  const bool is_current = price_tier(rival) == 0;
  return BreakEvenPrice{price, is_current && rival.price->today < price * (1 - k_no_lead)};
}

std::optional<BreakEvenWeight> break_even_weight(const LogRatios& rival, const LogRatios& first,
                                                 const Weights& weights) {
  std::optional<BreakEvenWeight> least;
  for (const Criterion criterion : k_all_criteria) {
    const auto i = static_cast<std::size_t>(criterion);
    const auto to = break_even_weight_of(rival, first, weights, i);
    const bool is_less = to && (!least || std::abs(*to - weights[i]) < std::abs(least->to - least->from));
    if (is_less) least = {criterion, weights[i], *to};
  }
  return least;
}

std::optional<StepGap> step_gap(const Offer& rival, const Offer& first, RankBy rank_by) {
  const auto speed = ranking_speed(rival);
  const auto speed_of_first = ranking_speed(first);
  if (rank_by != RankBy::performance || !speed || !speed_of_first) return std::nullopt;
  const int step = performance_step(*speed_of_first);
  const double border = least_of_step(step);
  return StepGap{step - performance_step(*speed), border, border / *speed};
}

bool has_interval(const ComparedOffer& compared, const Catalog& catalog) {
  return compared.performance && has_interval(*compared.performance, *compared.offer.gpu, catalog.reference());
}

Intervals intervals(const Performance& rival, const Performance& first) {
  if (rival.low > first.high) return Intervals::faster;
  return rival.high < first.low ? Intervals::slower : Intervals::overlap;
}

/// Compares rows of one answer with its first.
class Comparison {
 public:
  Comparison(const Request& request, const Catalog& catalog)
      : m_request(request), m_catalog(catalog), m_speed(request, catalog) {}

  [[nodiscard]] ComparedOffer compared(const Offer& offer) const {
    return {offer, log_ratios(*offer.gpu, k_all_criteria, *m_catalog.reference()),
            m_speed.performance(*offer.gpu, offer.count)};
  }

  [[nodiscard]] Rival rival(const Offer& offer, const ComparedOffer& first,
                            const std::optional<PriorityOrder>& order) const {
    Rival rival;
    rival.compared = compared(offer);
    const auto& ratios = rival.compared.log_ratios;
    if (ratios && first.log_ratios) {
      if (order) rival.dominance = dominance(*ratios, *first.log_ratios, *order);
      rival.break_even_weight = break_even_weight(*ratios, *first.log_ratios, m_request.weights);
    }
    rival.break_even_price = break_even_price(offer, first.offer);
    rival.step_gap = step_gap(offer, first.offer, m_request.rank_by);
    if (has_interval(rival.compared, m_catalog) && has_interval(first, m_catalog)) {
      rival.intervals = intervals(*rival.compared.performance, *first.performance);
    }
    return rival;
  }

 private:
  const Request& m_request;
  const Catalog& m_catalog;
  WorkSpeed m_speed;
};

GpuBreakdown breakdown(const Gpu& gpu, const Request& request, const Catalog& catalog) {
  GpuBreakdown found{&gpu, {}, priority_score(gpu, request.weights, *catalog.reference())};
  if (request.speed_kind == SpeedKind::index) {
    found.speeds = index_breakdowns(gpu, *catalog.workload(request.workload), request.precision, catalog);
  }
  return found;
}

}  // namespace

Pairing pairing(const Offer& ahead, const Offer& behind, const Request& request, const Catalog& catalog) {
  FirstShares shares;
  find_order(shares, request, catalog);
  const Comparison comparison(request, catalog);
  const ComparedOffer first = comparison.compared(ahead);
  return {first, comparison.rival(behind, first, shares.order)};
}

Explanation explanation(const Answer& answer, const Catalog& catalog) {
  Explanation found;
  found.shares = first_shares_of(answer, catalog);
  const Comparison comparison(answer.request, catalog);
  for (const RankedOffer& row : answer.rows) {
    const Offer& offer = row.offer;
    if (!found.first) found.first = comparison.compared(offer);
    const auto is_same = [&](const Rival& rival) { return rival.compared.offer.gpu == offer.gpu; };
    if (found.first->offer.gpu == offer.gpu || std::any_of(found.rivals.begin(), found.rivals.end(), is_same)) continue;
    found.rivals.push_back(comparison.rival(offer, *found.first, found.shares.order));
    if (found.rivals.size() == k_rivals) break;
  }
  if (found.first) found.breakdowns.push_back(breakdown(*found.first->offer.gpu, answer.request, catalog));
  for (const Rival& rival : found.rivals) {
    found.breakdowns.push_back(breakdown(*rival.compared.offer.gpu, answer.request, catalog));
  }
  return found;
}

}  // namespace gpuadvisor
