#include "advice_diff.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/scoring/rank_order_weights.hpp"

namespace gpuadvisor {
namespace {

Request request_for(std::string_view workload, std::optional<Usd> budget, const Catalog& catalog) {
  Request request;
  request.workload = workload;
  request.weights = weights_of(*catalog.workload(workload), catalog);
  request.budget = budget;
  return request;
}

std::optional<Condition> condition_of(const Offer& offer) {
  if (!offer.price) return std::nullopt;
  return offer.price->condition;
}

FirstOffer first_of(const Answer& answer) {
  if (answer.rows.empty()) return {};
  const Offer& offer = answer.rows.front().offer;
  return {offer.gpu, condition_of(offer)};
}

AdvisedOffer advised(const RankedOffer& row) { return {row.rank, total_price(row.offer), row.offer.speed}; }

/// What tells the rows of an answer apart.
using RowKey = std::pair<std::string_view, std::optional<Condition>>;

RowKey key_of(const Offer& offer) { return {offer.gpu->id, condition_of(offer)}; }

std::vector<RankChange> rank_changes(const Answer& before, const Answer& after) {
  std::map<RowKey, RankChange> offers;
  for (const RankedOffer& row : before.rows) {
    offers[key_of(row.offer)] = {row.offer.gpu, condition_of(row.offer), advised(row), std::nullopt};
  }
  for (const RankedOffer& row : after.rows) {
    RankChange& change = offers[key_of(row.offer)];
    change.gpu = row.offer.gpu;
    change.condition = condition_of(row.offer);
    change.after = advised(row);
  }
  std::vector<RankChange> changes;
  for (const auto& [key, change] : offers) {
    const bool stays = change.before && change.after && change.before->rank == change.after->rank;
    if (!stays) changes.push_back(change);
  }
  const auto place = [](const RankChange& change) {
    return std::pair(!change.after, change.after ? change.after->rank : change.before->rank);
  };
  std::sort(changes.begin(), changes.end(),
            [&](const RankChange& a, const RankChange& b) { return place(a) < place(b); });
  return changes;
}

/// The lowest price of each GPU that `request` lets through, by id.
std::map<std::string_view, Offer> offers_of(const Catalog& catalog, const Request& request) {
  std::map<std::string_view, Offer> offers;
  for (const RankedOffer& row : list(catalog, request).rows) offers.emplace(row.offer.gpu->id, row.offer);
  return offers;
}

/// What one catalog can say of budgets.
class Affordable {
 public:
  explicit Affordable(const Catalog& catalog)
      : m_catalog(catalog),
        m_workload(catalog.records<Workload>().front().id),
        m_all(offers_of(catalog, request_for(m_workload, std::nullopt, catalog))) {}

  [[nodiscard]] std::map<std::string_view, Offer> within(Usd budget) const {
    return offers_of(m_catalog, request_for(m_workload, budget, m_catalog));
  }

  /// What it costs: within a budget the price that is, else its lowest.
  [[nodiscard]] std::optional<PriceEstimate> price(std::string_view gpu,
                                                   const std::map<std::string_view, Offer>& within) const {
    if (const auto at = within.find(gpu); at != within.end()) return at->second.price;
    if (const auto at = m_all.find(gpu); at != m_all.end()) return at->second.price;
    return std::nullopt;
  }

 private:
  const Catalog& m_catalog;
  std::string_view m_workload;  // any: being affordable is no matter of it
  std::map<std::string_view, Offer> m_all;
};

AffordabilityDiff affordability_diff(const Affordable& before, const Affordable& after, Usd budget,
                                     const Catalog& newer) {
  const auto were = before.within(budget);
  const auto are = after.within(budget);
  AffordabilityDiff diff{budget, {}, {}};
  const auto change = [&](const Gpu* gpu) {
    const Gpu* current = newer.gpu(gpu->id);
    return AffordabilityChange{current == nullptr ? gpu : current, before.price(gpu->id, were),
                               after.price(gpu->id, are)};
  };
  for (const auto& [id, offer] : are) {
    if (!were.contains(id)) diff.gained.push_back(change(offer.gpu));
  }
  for (const auto& [id, offer] : were) {
    if (!are.contains(id)) diff.lost.push_back(change(offer.gpu));
  }
  return diff;
}

bool tells_speed(const Catalog& catalog, std::string_view workload) {
  return speed_kind_of(request_for(workload, std::nullopt, catalog), catalog) == SpeedKind::index;
}

}  // namespace

bool AnswerDiff::has_new_first() const {
  const auto id = [](const FirstOffer& first) { return first.gpu == nullptr ? std::string_view() : first.gpu->id; };
  return std::tuple(id(first_before), first_before.condition) != std::tuple(id(first_after), first_after.condition);
}

std::vector<std::string_view> comparable_workloads(const Catalog& before, const Catalog& after) {
  std::vector<std::string_view> found;
  for (const Workload& workload : after.records<Workload>()) {
    if (before.workload(workload.id) == nullptr) continue;
    if (!workload.on_request || tells_speed(before, workload.id) || tells_speed(after, workload.id)) {
      found.push_back(workload.id);
    }
  }
  return found;
}

AdviceDiff advice_diff(const Catalog& before, const Catalog& after, const AdviceQuestions& questions) {
  AdviceDiff diff;
  for (const auto workload : questions.workloads) {
    for (const auto& budget : questions.budgets) {
      const Answer old_answer = recommend(before, request_for(workload, budget, before));
      const Answer new_answer = recommend(after, request_for(workload, budget, after));
      diff.answers.push_back({workload, budget, old_answer.rows.size(), new_answer.rows.size(), first_of(old_answer),
                              first_of(new_answer), rank_changes(old_answer, new_answer)});
    }
  }
  const Affordable old_prices(before);
  const Affordable new_prices(after);
  for (const auto& budget : questions.budgets) {
    if (budget) diff.affordability.push_back(affordability_diff(old_prices, new_prices, *budget, after));
  }
  return diff;
}

}  // namespace gpuadvisor
