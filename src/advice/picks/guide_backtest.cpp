#include "guide_backtest.hpp"

#include <algorithm>
#include <map>

#include "pick_miss.hpp"

namespace gpuadvisor {
namespace {

bool is_on_sale(const PersonaPick& pick, const Catalog& catalog) {
  const Gpu* gpu = catalog.gpu(pick.gpu);
  if (gpu == nullptr) return false;
  const PriceEstimates prices = price_estimates(*gpu, catalog);
  return std::any_of(prices.begin(), prices.end(), [&](const PriceEstimate& price) {
    return price_tier({gpu, price}) <= 1 && is_in_condition(price, pick);
  });
}

/// The place of a pick among the candidates, in the condition it names; 0: none.
int rank_of(const PersonaPick& pick, const std::vector<RankedOffer>& candidates) {
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Offer& offer = candidates[i].offer;
    if (offer.gpu->id == pick.gpu) return is_in_condition(*offer.price, pick) ? static_cast<int>(i) + 1 : 0;
  }
  return 0;
}

std::size_t named_among(const Persona& persona, const std::vector<RankedOffer>& candidates) {
  return static_cast<std::size_t>(std::count_if(candidates.begin(), candidates.end(), [&](const RankedOffer& row) {
    return std::any_of(persona.picks.begin(), persona.picks.end(), [&](const PersonaPick& pick) {
      return pick.gpu == row.offer.gpu->id && is_in_condition(*row.offer.price, pick);
    });
  }));
}

/// What stands against asking at all; `counted`: nothing.
GuideBacktestScope scope_before_asking(const GuideBacktestRow& row) {
  if (row.type == nullptr) return GuideBacktestScope::no_type;
  if (row.type->buys_none) return GuideBacktestScope::buys_none;
  if (row.persona->picks.empty()) return GuideBacktestScope::names_none;
  if (!row.guide->date) return GuideBacktestScope::no_date;
  return GuideBacktestScope::counted;
}

void judge(GuideBacktestRow& row) {
  const auto& picks = row.persona->picks;
  const auto& candidates = row.answer.candidates;
  row.rank = rank_of(picks.front(), candidates);
  for (const PersonaPick& pick : picks) {
    const int rank = rank_of(pick, candidates);
    if (rank > 0 && (row.best_rank == 0 || rank < row.best_rank)) row.best_rank = rank;
  }
  if (candidates.empty()) return;
  row.chance_first = 1.0 / static_cast<double>(candidates.size());
  row.chance_three = chance_of_any(named_among(*row.persona, candidates), candidates.size(), k_first_places);
}

}  // namespace

double chance_of_any(std::size_t named, std::size_t all, std::size_t drawn) {
  double none = 1;
  for (std::size_t i = 0; i < std::min(drawn, all); ++i) {
    const auto left = static_cast<double>(all - i);
    none *= std::max(left - static_cast<double>(named), 0.0) / left;
  }
  return 1 - none;
}

std::optional<Usd> stated_budget(const Persona& persona) {
  return persona.budget_to ? persona.budget_to : persona.budget;
}

const PersonaType* type_of(const Persona& persona, const Catalog& catalog) {
  const auto types = catalog.records<PersonaType>();
  const auto at =
      std::find_if(types.begin(), types.end(), [&](const PersonaType& type) { return type.id == persona.type; });
  return at == types.end() ? nullptr : &*at;
}

std::vector<GuideBacktestRow> guide_backtest(std::span<const Persona* const> personas, const Catalog& catalog,
                                             const KnownOn& known_on) {
  std::map<Day, Catalog> known;  // fitting speeds takes longer than all else
  std::vector<GuideBacktestRow> rows;
  rows.reserve(personas.size());
  for (const Persona* persona : personas) {
    GuideBacktestRow& row = rows.emplace_back();
    row.persona = persona;
    row.guide = catalog.guide(persona->guide);
    row.type = type_of(*persona, catalog);
    if (!persona->picks.empty()) row.first_named = catalog.gpu(persona->picks.front().gpu);
    row.scope = scope_before_asking(row);
    if (row.scope != GuideBacktestScope::counted) continue;
    const Day day = catalog.known_on(*row.guide->date);
    const auto at = known.find(day);
    row.known = at != known.end() ? at->second : known.emplace(day, known_on(day)).first->second;
    const bool is_any_on_sale = std::any_of(persona->picks.begin(), persona->picks.end(),
                                            [&](const PersonaPick& pick) { return is_on_sale(pick, row.known); });
    // What a guide would not buy is half of what it would: its own list must not answer for it.
    row.answer = persona_answer(*row.type, stated_budget(*persona), row.known, row.guide->id);
    judge(row);
    if (row.rank != 1) row.miss = miss_text(persona->picks.front(), row.answer, row.known, catalog);
    if (!is_any_on_sale) {
      row.scope = GuideBacktestScope::none_on_sale;
    } else if (row.answer.candidates.size() < k_fewest_candidates) {
      row.scope = GuideBacktestScope::few_left;
    }
  }
  return rows;
}

GuideBacktestTotal backtest_total(std::span<const GuideBacktestRow> rows) {
  GuideBacktestTotal total;
  for (const GuideBacktestRow& row : rows) {
    if (row.scope != GuideBacktestScope::counted) continue;
    ++total.rows;
    total.first += row.is_first() ? 1 : 0;
    total.near += row.is_near() ? 1 : 0;
    total.first_by_chance += row.chance_first;
    total.near_by_chance += row.chance_three;
  }
  if (total.rows == 0) return total;
  for (double* sum : {&total.first, &total.first_by_chance, &total.near, &total.near_by_chance}) *sum /= total.rows;
  return total;
}

}  // namespace gpuadvisor
