#include "request_report.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "advice/cost/without_buying.hpp"
#include "economics/feasibility.hpp"
#include "price_frontier.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_first_rows = 8;  // whose prices and costs are told over time
constexpr int k_steps = 20;              // of a curve: quarters of the five years that are assumed

std::vector<ReportedOffer> rows_of(const Answer& answer, const Catalog& catalog) {
  std::vector<ReportedOffer> rows;
  for (const DetailedOffer& row : answer_details(answer, catalog).rows) rows.push_back({row, true, false});
  return rows;
}

void add_dearer(std::vector<ReportedOffer>& offers, Request asked, const Catalog& catalog) {
  if (!asked.budget) return;
  const Usd budget = *asked.budget;
  asked.budget.reset();
  for (ReportedOffer& row : rows_of(recommend(catalog, asked), catalog)) {
    const auto price = total_price(row.offer);
    if (!price || *price <= budget) continue;  // the answer has it, or something else keeps it out
    row.is_answer = false;
    offers.push_back(std::move(row));
  }
}

void mark_frontier(std::vector<ReportedOffer>& offers) {
  std::vector<PricedSpeed> known;
  std::vector<ReportedOffer*> meant;
  for (ReportedOffer& row : offers) {
    const auto price = total_price(row.offer);
    const auto speed = ranking_speed(row.offer);
    if (!price || !speed || !is_offered(row.offer)) continue;
    known.push_back({*price, *speed});
    meant.push_back(&row);
  }
  for (const std::size_t place : price_frontier(known)) meant[place]->is_on_frontier = true;
}

std::vector<OwningStep> steps_of(const CostAnswer& cost) {
  const Ownership& owned = cost.owned.ownership;
  std::vector<OwningStep> steps;
  for (int i = 0; i <= k_steps; ++i) {
    const double years = owned.years * i / k_steps;
    OwningStep step{years, cost_after(owned, years * k_days_per_year), {}, {}, {}};
    if (cost.own_or_rent && cost.own_or_rent->level) {
      const RentLevel& level = *cost.own_or_rent->level;
      const double hours = years * k_days_per_year * owned.hours_per_day * cost.question.count;
      step.rented_cheapest = Usd{level.low.value() * hours};
      step.rented = Usd{level.middle.value() * hours};
      step.rented_dearest = Usd{level.high.value() * hours};
    }
    steps.push_back(step);
  }
  return steps;
}

std::optional<OwningCurve> curve_of(const Offer& offer, const OwningTerms& use, const Catalog& catalog) {
  CostQuestion question;
  static_cast<OwningTerms&>(question) = use;
  question.gpu = offer.gpu;
  question.count = offer.count;
  if (offer.price && !offer.price->is_yours()) question.condition = offer.price->condition;
  question.against_rent = true;
  auto result = cost_answer(question, catalog);
  if (!result.answer) return std::nullopt;
  auto steps = steps_of(*result.answer);
  return OwningCurve{std::move(*result.answer), std::move(steps)};
}

void add_over_time(RequestReport& report, const Answer& answer, const OwningTerms& use, const Catalog& catalog) {
  std::set<std::string_view> gpus;
  std::set<std::pair<std::string_view, int>> combinations;
  for (std::size_t i = 0; i < std::min(k_first_rows, answer.rows.size()); ++i) {
    const Offer& offer = answer.rows[i].offer;
    if (gpus.insert(offer.gpu->id).second) report.histories.push_back(price_history(*offer.gpu, catalog));
    if (!combinations.emplace(offer.gpu->id, offer.count).second) continue;
    if (auto curve = curve_of(offer, use, catalog)) report.curves.push_back(std::move(*curve));
  }
}

using Ids = std::set<std::string_view>;

void add_sources(Ids& ids, const ReportedOffer& row) {
  if (row.details.performance) {
    ids.insert(row.details.performance->sources.begin(), row.details.performance->sources.end());
  }
  for (const ReferenceThroughput& rate : row.details.familiar) {
    if (rate.reference != nullptr) ids.insert(rate.reference->sources.begin(), rate.reference->sources.end());
  }
  ids.insert(row.details.speedup.sources.begin(), row.details.speedup.sources.end());
  if (row.offer.memory && row.offer.memory->quote != nullptr) ids.insert(row.offer.memory->quote->source);
  if (row.details.feasibility) {
    for (const Accessory& need : row.details.feasibility->needs) {
      if (need.quote != nullptr) ids.insert(need.quote->source);
    }
  }
  if (row.offer.price) {
    const auto of_price = sources_of(*row.offer.price);
    ids.insert(of_price.begin(), of_price.end());
  }
  if (row.offer.rental) ids.insert(row.offer.rental->cheapest->source);
}

void add_sources(Ids& ids, const CostAnswer& cost, const Catalog& catalog) {
  const OwningBasis& basis = cost.basis;
  if (basis.assumed_years != nullptr) ids.insert(basis.assumed_years->source);
  if (basis.assumed_use != nullptr) ids.insert(basis.assumed_use->source);
  if (cost.owned.electricity != nullptr) ids.insert(cost.owned.electricity->source);
  if (!cost.own_or_rent) return;
  for (const RentOffer& offer : rent_offers(*cost.question.gpu, cost.question.count, catalog, rent_day(catalog))) {
    if (lasts(offer)) ids.insert(offer.quote->source);
  }
}

std::vector<const Source*> all_sources(const RequestReport& report, const AnswerDetails& details,
                                       const Catalog& catalog) {
  Ids ids;
  if (const auto& instead = details.without_buying) {
    if (instead->free) ids.insert(instead->free->tier->source);
    if (instead->rent) ids.insert(instead->rent->rental->cheapest->source);
  }
  for (const ReportedOffer& row : report.offers) add_sources(ids, row);
  for (const OwningCurve& curve : report.curves) add_sources(ids, curve.cost, catalog);
  for (const PriceHistory& history : report.histories) {
    for (const DatedQuote& quote : history.quotes) ids.insert(quote.quote->source);
  }
  std::vector<const Source*> sources;
  for (const std::string_view id : ids) {
    if (const Source* source = catalog.source(id)) sources.push_back(source);
  }
  return sources;
}

}  // namespace

RequestReport request_report(const Request& asked, const Answer& answer, const AnswerDetails& details,
                             const OwningTerms& use, const Catalog& catalog) {
  RequestReport report;
  report.offers = rows_of(answer, catalog);
  add_dearer(report.offers, asked, catalog);
  mark_frontier(report.offers);
  add_over_time(report, answer, use, catalog);
  report.sources = all_sources(report, details, catalog);
  return report;
}

}  // namespace gpuadvisor
