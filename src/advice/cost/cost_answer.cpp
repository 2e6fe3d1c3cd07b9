#include "cost_answer.hpp"

#include <algorithm>

#include "advice/plan/work_speed.hpp"
#include "gpuadvisor/advice/planner.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_seconds_per_hour = 3600;
constexpr double k_million = 1e6;

/// What a price buys that nobody may offer: the most current one, whether it passes budgets or not.
std::optional<PriceEstimate> purchase_price(const CostQuestion& question, const Catalog& catalog) {
  const auto prices = price_estimates(*question.gpu, catalog);
  if (const auto price = deciding_price(prices, question.condition, question.count)) return price;
  for (const PriceEstimate& price : prices) {
    const bool is_meant = !question.condition || price.is_in(*question.condition);
    if (is_meant && price.age != PriceAge::unusable && price.is_for(question.count)) return price;
  }
  return std::nullopt;
}

/// "images trained", of what a rate is in.
std::string trained(std::string_view unit) { return std::string(unit.substr(0, unit.find('/'))) + " trained"; }

void add_units(CostAnswer& answer, const Catalog& catalog) {
  const CostQuestion& question = answer.question;
  const auto cost_of = [&](double per_second) {
    return answer.cost.per_hour / (per_second * k_seconds_per_hour) * k_million;
  };
  for (const Workload& workload : catalog.records<Workload>()) {
    if (workload.networks.empty()) continue;
    const WorkSpeed speed(workload, ScorePrecision::fp16, catalog);
    const auto performance = speed.performance(*question.gpu, 1);
    const ExpectedSpeedup& speedup = speed.speedup(question.count);
    if (!performance || !speedup.factor) continue;
    for (const FamiliarRate& rate :
         familiar_rates(catalog, workload, ScorePrecision::fp16, *question.gpu, *performance)) {
      if (!rate.batch) continue;
      answer.units.push_back({trained(rate.told->unit), rate.network, cost_of(of_several(rate, speedup).middle),
                              rate.measured != nullptr ? Basis::measured : performance->basis});
    }
  }
  for (const ComparedNetwork& asked : question.networks) {
    const WantedJob job(*asked.network, asked.job);
    const Planner planner(job, catalog, &asked.measured);
    const auto plan = planner.plan(*question.gpu, question.count);
    if (!plan || !plan->rates) continue;
    if (question.count > 1 && planner.plan(*question.gpu)->verdict != FitVerdict::does_not_fit)
      continue;  // one will do
    const NetworkRate& written = plan->rates->together;
    answer.units.push_back({"tokens written for one user", asked.network, cost_of(written.middle), written.basis});
  }
}

BreakEven break_even(const CostAnswer& answer, UsdPerHour rent) {
  return {rent, Usd{rent.value() * answer.cost.hours},
          break_even_days(answer.owned.ownership, rent, k_longest_ownership)};
}

std::optional<RentComparison> rent_comparison(const CostAnswer& answer, const Catalog& catalog) {
  const CostQuestion& question = answer.question;
  if (question.rent) {
    const BreakEven told = break_even(answer, *question.rent);
    return RentComparison{std::nullopt, told, told, told};
  }
  const auto offers = rent_offers(*question.gpu, question.count, catalog, rent_day(catalog));
  auto range = rent_range(offers, RentTerms::on_demand);
  if (!range || range->is_old) {
    const auto other = rent_range(offers, RentTerms::marketplace);
    if (other && (!range || !other->is_old)) range = other;
  }
  if (!range) return std::nullopt;
  const auto at = [&](UsdPerHour each) { return break_even(answer, each * question.count); };
  return RentComparison{range, at(range->middle), at(range->low), at(range->high)};
}

}  // namespace

CostResult cost_answer(const CostQuestion& question, const Catalog& catalog) {
  const auto price = purchase_price(question, catalog);
  if (!price) return {std::nullopt, NoCost::no_price};
  if (!question.limit && !question.gpu->tdp) return {std::nullopt, NoCost::no_power};
  const OwningBasis basis = owning_basis(question, catalog);
  const auto owned = owned_gpus(*question.gpu, question.count, *price, basis, catalog);
  if (!owned) return {std::nullopt, NoCost::no_electricity};
  CostAnswer answer{question, basis, *price, *owned, ownership_cost(owned->ownership), {}, std::nullopt};
  const bool at_full_power = !question.limit && question.load == 1;
  if (at_full_power) add_units(answer, catalog);
  if (question.against_rent) answer.rent = rent_comparison(answer, catalog);
  return {std::move(answer), NoCost::no_price};
}

}  // namespace gpuadvisor
