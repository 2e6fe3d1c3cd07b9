#include "picks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "pick_miss.hpp"

namespace gpuadvisor {
namespace {

PartialDate date_of(const Persona& persona, const Catalog& catalog) {
  const Guide* guide = catalog.guide(persona.guide);
  return guide != nullptr && guide->date ? *guide->date : PartialDate();
}

/// The personas of a type, those of the oldest guide first.
std::vector<const Persona*> personas_of(const PersonaType& type, const Catalog& catalog) {
  std::vector<const Persona*> found;
  for (const Persona& persona : catalog.records<Persona>()) {
    if (persona.type == type.id) found.push_back(&persona);
  }
  std::stable_sort(found.begin(), found.end(),
                   [&](const Persona* a, const Persona* b) { return date_of(*a, catalog) < date_of(*b, catalog); });
  return found;
}

/// The request in force, but for what only says which products are worth their price.
Request as_borrowed(Request request, const Catalog& catalog) {
  request.segments.clear();
  request.exclude.reset();
  return with_defaults(request, catalog);
}

/// Only what tells most of what to buy today: the first of the newest guide that names a GPU.
void keep_newest(std::vector<const Persona*>& personas, const Catalog& catalog) {
  const auto newest = std::max_element(personas.begin(), personas.end(), [&](const Persona* a, const Persona* b) {
    return std::tuple(!a->picks.empty(), date_of(*a, catalog)) < std::tuple(!b->picks.empty(), date_of(*b, catalog));
  });
  if (newest != personas.end()) personas = {*newest};
}

}  // namespace

std::optional<PriceEstimate> price_of(const PersonaPick& pick, const Catalog& catalog) {
  const Gpu* gpu = catalog.gpu(pick.gpu);
  if (gpu == nullptr || !catalog.as_of()) return std::nullopt;
  const PriceEstimates prices = price_estimates(*gpu, catalog);
  const auto worth = [&](const PriceEstimate& price) {
    return std::tuple(!is_in_condition(price, pick), price_tier({gpu, price}), price.today);
  };
  const auto* const best =
      std::min_element(prices.begin(), prices.end(),
                       [&](const PriceEstimate& a, const PriceEstimate& b) { return worth(a) < worth(b); });
  if (best == prices.end()) return std::nullopt;
  return *best;
}

std::vector<TypePick> type_picks(std::span<const PersonaType* const> types, std::optional<Usd> budget, Said said,
                                 const Catalog& now, const Catalog& all) {
  std::vector<TypePick> picks;
  picks.reserve(types.size());
  for (const PersonaType* type : types) {
    TypePick& pick = picks.emplace_back();
    pick.type = type;
    if (!type->buys_none) pick.answer = persona_answer(*type, budget, now);
    const std::span<const RankedOffer> candidates = pick.answer.candidates;
    const Request& request = pick.answer.request;
    if (type->buys_last) pick.without_buying = without_buying(as_borrowed(request, now), now);
    const Workload* workload = now.workload(request.workload);
    std::optional<PerformanceIndex> index;
    if (workload != nullptr && speed_kind_of(request, now) == SpeedKind::index)
      index.emplace(now, *workload, request.precision);
    for (const RankedOffer& one : candidates.first(std::min(k_shown_candidates, candidates.size()))) {
      pick.performance.push_back(index ? index->performance(*one.offer.gpu) : std::nullopt);
      pick.warnings.push_back(warnings(one.offer, request.weights, now, request.price_rule));
    }
    auto personas = personas_of(*type, now);
    if (said == Said::newest) keep_newest(personas, now);
    for (const Persona* persona : personas) pick.said.push_back(guide_advice(*persona, now, all));
  }
  return picks;
}

std::vector<GuideBuyers> guide_buyers(const Catalog& catalog) {
  const auto& personas = catalog.records<Persona>();
  std::vector<GuideBuyers> found;
  for (const Guide& guide : catalog.records<Guide>()) {
    const auto buyers = std::count_if(personas.begin(), personas.end(),
                                      [&](const Persona& persona) { return persona.guide == guide.id; });
    found.push_back({&guide, static_cast<std::size_t>(buyers)});
  }
  return found;
}

GuideAdvice guide_advice(const Persona& persona, const Catalog& now, const Catalog& all) {
  GuideAdvice advice;
  advice.guide = now.guide(persona.guide);
  advice.persona = &persona;
  const bool has_day = advice.guide != nullptr && advice.guide->date;
  if (has_day) advice.then = all.known_by(all.known_on(*advice.guide->date));
  advice.picks.reserve(persona.picks.size());
  for (const PersonaPick& pick : persona.picks) {
    const Gpu* gpu = now.gpu(pick.gpu);
    if (gpu == nullptr) gpu = all.gpu(pick.gpu);
    if (gpu == nullptr) continue;
    advice.picks.push_back({&pick, gpu, has_day ? price_of(pick, advice.then) : std::nullopt, price_of(pick, now),
                            avoidance_of(*gpu, persona.guide, now)});
  }
  return advice;
}

}  // namespace gpuadvisor
