#include "chart_answer.hpp"

#include <algorithm>
#include <utility>

#include "persona_answer.hpp"

namespace gpuadvisor {
namespace {

std::optional<PriceEstimate> price_of(const ChartChoice& choice, const Catalog& catalog) {
  const Gpu* gpu = catalog.gpu(choice.gpu);
  if (gpu == nullptr) return std::nullopt;
  return deciding_price(price_estimates(*gpu, catalog), choice.condition);
}

const PersonaType* type_of(const ChartNode& node, const Catalog& catalog) {
  const auto types = catalog.records<PersonaType>();
  const auto at =
      std::find_if(types.begin(), types.end(), [&](const PersonaType& type) { return type.id == node.type; });
  return at == types.end() ? nullptr : &*at;
}

ChartEquivalent equivalent_of(const ChartNode& node, const Catalog& now, std::optional<Usd> budget) {
  ChartEquivalent found{type_of(node, now), nullptr, budget, std::nullopt, std::nullopt};
  if (found.type == nullptr) return found;
  found.workload = now.workload(found.type->workload);
  if (found.type->buys_none) return found;
  if (!budget && node.kind == ChartNodeKind::rung) {
    if (const auto price = price_of_rung(node, now)) found.budget = price->today;
  }
  const PersonaAnswer answer = persona_answer(*found.type, found.budget, now);
  found.budget = answer.request.budget;
  if (!answer.candidates.empty()) found.pick = answer.candidates[0];
  if (answer.candidates.size() > 1) found.runner_up = answer.candidates[1];
  return found;
}

}  // namespace

std::vector<PricedChoice> priced_choices(const ChartNode& node, const ChartDays& days) {
  std::vector<PricedChoice> found;
  found.reserve(node.choices.size());
  for (const ChartChoice& choice : node.choices) {
    found.push_back({&choice, days.now.gpu(choice.gpu), price_of(choice, days.then), price_of(choice, days.now)});
  }
  return found;
}

std::optional<PriceEstimate> price_of_rung(const ChartNode& rung, const Catalog& now) {
  std::optional<PriceEstimate> lowest;
  for (const ChartChoice& choice : rung.choices) {
    const auto price = price_of(choice, now);
    if (price && (!lowest || price->today < lowest->today)) lowest = price;
  }
  return lowest;
}

ChartReply reply_by_budget(const ChartNode& rung, Usd budget, const Catalog& now) {
  const auto price = price_of_rung(rung, now);
  const bool is_affordable = price && price->today <= budget;
  return {is_affordable ? k_affordable : answers_of(rung).back(), true};
}

ChartAnswer chart_answer(ChartWalk walk, const ChartDays& days, std::optional<Usd> budget) {
  const ChartNode& end = *walk.at;
  for (ChartStep& step : walk.steps) step.price = price_of_rung(*step.node, days.now);
  return {std::move(walk), priced_choices(end, days), equivalent_of(end, days.now, budget)};
}

}  // namespace gpuadvisor
