#include "cost_answer.hpp"

#include <algorithm>
#include <tuple>

#include "advice/request/form_group.hpp"
#include "catalog/records/own_price.hpp"
#include "gpuadvisor/advice/token_speed.hpp"
#include "gpuadvisor/economics/speedup.hpp"
#include "gpuadvisor/scoring/familiar_rate.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_hours_per_day = 24;
constexpr double k_seconds_per_hour = 3600;
constexpr double k_million = 1e6;
constexpr std::string_view k_years = "years";
constexpr std::string_view k_use = "use";

const CostAssumption* assumption(std::string_view id, const Catalog& catalog) {
  const auto all = catalog.records<CostAssumption>();
  const auto at = std::find_if(all.begin(), all.end(), [&](const CostAssumption& one) { return one.id == id; });
  return at == all.end() ? nullptr : &*at;
}

std::optional<PriceEstimate> used_price(const Gpu& gpu, const Catalog& catalog) {
  for (const PriceEstimate& price : price_estimates(gpu, catalog.with_own_prices({}))) {
    if (price.condition == Condition::used && price.age != PriceAge::unusable) return price;
  }
  return std::nullopt;
}

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

int modules_of(const CostQuestion& question) { return is_board_module(*question.gpu) ? question.count : 0; }

/// "images trained", of what a rate is in.
std::string trained(std::string_view unit) { return std::string(unit.substr(0, unit.find('/'))) + " trained"; }

void add_units(CostAnswer& answer, const Catalog& catalog) {
  const CostQuestion& question = answer.question;
  const auto cost_of = [&](double per_second) {
    return answer.cost.per_hour / (per_second * k_seconds_per_hour) * k_million;
  };
  for (const Workload& workload : catalog.records<Workload>()) {
    if (workload.networks.empty()) continue;
    const auto performance = PerformanceIndex(catalog, workload, ScorePrecision::fp16).performance(*question.gpu);
    const auto speedup = expected_speedup(workload, question.count, catalog).factor;
    if (!performance || !speedup) continue;
    for (const FamiliarRate& rate :
         familiar_rates(catalog, workload, ScorePrecision::fp16, *question.gpu, *performance)) {
      if (!rate.batch) continue;
      answer.units.push_back({trained(rate.told->unit), rate.network, cost_of(rate.middle * *speedup),
                              rate.measured != nullptr ? Basis::measured : performance->basis});
    }
  }
  if (question.count > 1) return;  // of several cards one would have to say how they share the network
  for (const ComparedNetwork& asked : question.networks) {
    const auto memory = usable_memory(*question.gpu);
    if (!memory || fit_verdict(memory_need(*asked.network, asked.job), memory->usable) == FitVerdict::does_not_fit) {
      continue;
    }
    const auto rates = TokenSpeed(*asked.network, asked.job, catalog, &asked.measured).rates(*question.gpu, {});
    if (rates) {
      answer.units.push_back(
          {"tokens written for one user", asked.network, cost_of(rates->together.middle), rates->together.basis});
    }
  }
}

BreakEven break_even(const CostAnswer& answer, UsdPerHour rent) {
  return {rent, Usd{rent.value() * answer.cost.hours}, break_even_days(answer.ownership, rent, k_longest_ownership)};
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

/// The newest price of a kWh for households of a region; the lowest where several are of one date. Null: none is known.
const ElectricityPrice* electricity_of(std::string_view region, const Catalog& catalog) {
  const ElectricityPrice* newest = nullptr;
  for (const ElectricityPrice& price : catalog.records<ElectricityPrice>()) {
    if (price.region != region || price.customers != ElectricityCustomers::households) continue;
    const auto rank = [](const ElectricityPrice& one) { return std::tuple(one.date, -one.price.value()); };
    if (newest == nullptr || rank(*newest) < rank(price)) newest = &price;
  }
  return newest;
}

}  // namespace

CostResult cost_answer(const CostQuestion& question, const Catalog& catalog) {
  const auto price = purchase_price(question, catalog);
  if (!price) return {std::nullopt, NoCost::no_price};
  const auto board = question.limit ? question.limit : question.gpu->tdp;
  if (!board) return {std::nullopt, NoCost::no_power};
  CostAnswer answer;
  answer.question = question;
  answer.price = *price;
  if (!question.electricity) answer.electricity = electricity_of(question.region, catalog);
  if (!question.electricity && answer.electricity == nullptr) return {std::nullopt, NoCost::no_electricity};
  if (!question.years) answer.years = assumption(k_years, catalog);
  if (!question.hours_per_day) answer.use = assumption(k_use, catalog);
  answer.host = host_power(modules_of(question), question.system);
  if (question.counts_resale) answer.resale_price = used_price(*question.gpu, catalog);
  if (answer.resale_price && !question.yearly_loss) answer.depreciation = depreciation(catalog);

  Ownership& own = answer.ownership;
  own.purchase = price->today * question.count;
  own.host = question.host;
  own.power = *board * question.load * question.count + answer.host.power;
  own.overhead = question.overhead;
  // What households pay has its taxes in it, and amounts are told with the asker's.
  own.electricity = question.electricity ? *question.electricity : answer.electricity->price / (1 + question.tax);
  own.hours_per_day = question.hours_per_day.value_or(
      answer.use == nullptr ? k_hours_per_day : std::min(answer.use->value.value(), 1.0) * k_hours_per_day);
  own.years = question.years.value_or(answer.years == nullptr ? 1 : answer.years->value.value());
  if (answer.resale_price) own.resale_now = std::min(answer.resale_price->low * question.count, own.purchase);
  own.yearly_loss = question.yearly_loss.value_or(answer.depreciation ? answer.depreciation->yearly : 0);
  own.interest = question.interest;
  answer.cost = ownership_cost(own);
  const bool at_full_power = !question.limit && question.load == 1;
  if (at_full_power) add_units(answer, catalog);
  if (question.against_rent) answer.rent = rent_comparison(answer, catalog);
  return {std::move(answer), NoCost::no_price};
}

}  // namespace gpuadvisor
