#include "owning.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "catalog/records/own_price.hpp"
#include "economics/feasibility.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_hours_per_day = 24;
constexpr std::string_view k_years = "years";
constexpr std::string_view k_use = "use";
constexpr std::string_view k_selling_fee = "selling-fee";

const CostAssumption* assumption(std::string_view id, const Catalog& catalog) {
  const auto all = catalog.records<CostAssumption>();
  const auto at = std::find_if(all.begin(), all.end(), [&](const CostAssumption& one) { return one.id == id; });
  return at == all.end() ? nullptr : &*at;
}

/// The newest price of a kWh of a region; the lowest where several are of one date. Null: none is known.
const ElectricityPrice* electricity_of(std::string_view region, ElectricityCustomers customers,
                                       const Catalog& catalog) {
  const ElectricityPrice* newest = nullptr;
  for (const ElectricityPrice& price : catalog.records<ElectricityPrice>()) {
    if (price.region != region || price.customers != customers) continue;
    const auto rank = [](const ElectricityPrice& one) { return std::tuple(one.date, -one.price.value()); };
    if (newest == nullptr || rank(*newest) < rank(price)) newest = &price;
  }
  return newest;
}

std::optional<PriceEstimate> used_price(const Gpu& gpu, const Catalog& catalog) {
  for (const PriceEstimate& price : price_estimates(gpu, catalog.with_own_prices({}))) {
    if (price.condition == Condition::used && price.age != PriceAge::unusable) return price;
  }
  return std::nullopt;
}

}  // namespace

std::optional<PriceEstimate> purchase_price(const Gpu& gpu, int count, std::optional<Condition> condition,
                                            const Catalog& catalog, const PriceRule& rule) {
  const auto prices = price_estimates(gpu, catalog, rule);
  if (const auto price = deciding_price(prices, condition, count)) return price;
  for (const PriceEstimate& price : prices) {
    const bool is_meant = !condition || price.is_in(*condition);
    if (is_meant && price.age != PriceAge::unusable && price.is_for(count)) return price;
  }
  return std::nullopt;
}

Usd sale_price(const PriceEstimate& used, const OwningBasis& basis) { return used.low * (1 - basis.selling_fee); }

OwningBasis owning_basis(const OwningTerms& told, const Catalog& catalog) {
  OwningBasis basis;
  basis.told = told;
  if (!told.years) basis.assumed_years = assumption(k_years, catalog);
  if (!told.hours_per_day) basis.assumed_use = assumption(k_use, catalog);
  if (!told.electricity) {
    basis.assumed_electricity = electricity_of(told.region, ElectricityCustomers::households, catalog);
    basis.assumed_of_business = electricity_of(told.region, ElectricityCustomers::businesses, catalog);
  }
  if (told.counts_resale && !told.yearly_loss) basis.depreciation = depreciation(catalog);
  basis.years = told.years.value_or(basis.assumed_years == nullptr ? 1 : basis.assumed_years->value.value());
  const double use = basis.assumed_use == nullptr ? 1 : std::min(basis.assumed_use->value.value(), 1.0);
  basis.hours_per_day = told.hours_per_day.value_or(use * k_hours_per_day);
  if (const CostAssumption* fee = assumption(k_selling_fee, catalog)) basis.selling_fee = fee->value.value();
  basis.electricity = told.electricity;
  // What households pay has its taxes in it, and amounts are told with the asker's.
  if (basis.assumed_electricity != nullptr) basis.electricity = basis.assumed_electricity->price / (1 + told.tax);
  return basis;
}

std::optional<OwnedGpus> owned_gpus(const Gpu& gpu, int count, const PriceEstimate& price, const OwningBasis& basis,
                                    const Catalog& catalog) {
  const OwningTerms& told = basis.told;
  const auto board = told.limit ? told.limit : gpu.tdp;
  if (!board || !basis.electricity) return std::nullopt;
  OwnedGpus owned;
  const bool is_for_business = goods_of(gpu) == Goods::module && basis.assumed_of_business != nullptr;
  owned.electricity = is_for_business ? basis.assumed_of_business : basis.assumed_electricity;
  owned.host = host_power(std::array{SupplyPart{&gpu, count}}, told.system, catalog, true);
  if (told.counts_resale) owned.resale_price = used_price(gpu, catalog);
  Ownership& own = owned.ownership;
  own.purchase = price.today * count;
  own.host = told.host;
  own.power = *board * told.load * count + owned.host.power;
  own.overhead = told.overhead;
  own.electricity = is_for_business ? basis.assumed_of_business->price : *basis.electricity;
  own.hours_per_day = basis.hours_per_day;
  own.years = basis.years;
  if (owned.resale_price) {
    own.resale_now = std::min(sale_price(*owned.resale_price, basis) * count, own.purchase);
    own.yearly_loss = basis.yearly_loss();
  }
  own.interest = told.interest;
  return owned;
}

}  // namespace gpuadvisor
