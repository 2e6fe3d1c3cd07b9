#pragma once

#include <optional>
#include <string_view>

#include "catalog/records/electricity.hpp"
#include "economics/build_power.hpp"
#include "economics/depreciation.hpp"
#include "economics/ownership.hpp"
#include "gpuadvisor/economics/price_rule.hpp"

namespace gpuadvisor {

inline constexpr double k_longest_ownership = 30;  // years

/// How GPUs are owned and used. Absent means not told.
struct OwningTerms {
  Usd host;                              // price of the rest of the machine
  std::optional<Watts> limit;            // of each GPU; absent: its board power
  std::optional<Watts> system;           // what the rest of the machine draws
  double load = 1;                       // share of their power that the GPUs draw while they work
  double overhead = 1;                   // power usage effectiveness
  std::optional<UsdPerKwh> electricity;  // absent: of the region
  std::string_view region = "US";        // as the catalog writes it
  std::optional<double> hours_per_day;
  std::optional<double> years;
  std::optional<double> yearly_loss;  // of the resale value
  bool counts_resale = true;
  double interest = 0;
  double tax = 0;  // that amounts are told with, as a share
};

/// The same with what is assumed where nothing is told. Views the catalog.
struct OwningBasis {
  OwningTerms told;
  const CostAssumption* assumed_years = nullptr;          // null: told
  const CostAssumption* assumed_use = nullptr;            // null: told
  const ElectricityPrice* assumed_electricity = nullptr;  // of households; null: told
  const ElectricityPrice* assumed_of_business = nullptr;  // for modules, which stand in data centers; null: told
  std::optional<Depreciation> depreciation;               // where resale counts, and it is not told
  double years = 1;
  double hours_per_day = 0;
  double selling_fee = 0;                // share of what a buyer pays that a seller does not get
  std::optional<UsdPerKwh> electricity;  // of households, or as told; absent: not known

  [[nodiscard]] double hours() const { return hours_per_day * k_days_per_year * years; }
  [[nodiscard]] double yearly_loss() const {
    return told.yearly_loss.value_or(depreciation ? depreciation->yearly : 0);
  }
};

/// Source: docs/cost.md#owning.
[[nodiscard]] OwningBasis owning_basis(const OwningTerms& told, const Catalog& catalog);

/// Some GPUs, as they are owned.
struct OwnedGpus {
  Ownership ownership;
  HostPower host;
  std::optional<PriceEstimate> resale_price;      // of one, used, today
  const ElectricityPrice* electricity = nullptr;  // that is assumed; null: told
};

/// What so many of a GPU are bought at, each: what decides; else the cheapest that was asked lately enough, whether it
/// passes budgets or not.
[[nodiscard]] std::optional<PriceEstimate> purchase_price(const Gpu& gpu, int count, std::optional<Condition> condition,
                                                          const Catalog& catalog, const PriceRule& rule = {});

/// What a seller gets for a used GPU today: the lower end of what is asked, less the fee of the marketplace.
[[nodiscard]] Usd sale_price(const PriceEstimate& used, const OwningBasis& basis);

/// Of so many of a GPU, bought at a price of each. Nothing where their power or a price of electricity is not known.
[[nodiscard]] std::optional<OwnedGpus> owned_gpus(const Gpu& gpu, int count, const PriceEstimate& price,
                                                  const OwningBasis& basis, const Catalog& catalog);

}  // namespace gpuadvisor
