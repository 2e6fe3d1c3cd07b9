#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advice/compare/comparison.hpp"
#include "advice/rent/rent_answer.hpp"
#include "owning.hpp"

namespace gpuadvisor {

/// GPUs that are owned, and how they are used. Absent means not told.
struct CostQuestion : OwningTerms {
  const Gpu* gpu = nullptr;
  int count = 1;
  std::optional<Condition> condition;
  bool against_rent = false;
  std::optional<UsdPerHour> rent;         // of all GPUs; absent: the catalog's prices
  std::vector<ComparedNetwork> networks;  // whose tokens are told
};

/// Why there is no answer.
enum class NoCost : unsigned char { no_price, no_power, no_electricity };

/// What a unit of work costs on GPUs that are owned.
struct UnitCost {
  std::string unit;  // "images trained"
  const Network* network = nullptr;
  Usd cost;
  Basis basis = Basis::measured;  // of the rate
};

/// When owning has cost no more than renting, at one price of rent.
struct BreakEven {
  UsdPerHour rent;             // of all GPUs
  Usd rented;                  // for the hours that are worked while the GPUs are owned
  std::optional<double> days;  // absent: not within k_longest_ownership years
};

/// Owning against renting; the middle is the median provider, the ends are the cheapest and the dearest.
struct RentComparison {
  std::optional<RentRange> range;  // of one GPU; absent: the asker told the price
  BreakEven middle;
  BreakEven cheapest;
  BreakEven dearest;
};

struct CostAnswer {
  CostQuestion question;
  OwningBasis basis;
  PriceEstimate price;  // of one GPU
  OwnedGpus owned;
  OwnershipCost cost;
  std::vector<UnitCost> units;         // none below full power, where the speed is unknown
  std::optional<RentComparison> rent;  // where it is asked for, and somebody rents them out
};

struct CostResult {
  std::optional<CostAnswer> answer;
  NoCost reason = NoCost::no_price;  // where there is none
};

/// Views the catalog. Source: docs/cost.md.
[[nodiscard]] CostResult cost_answer(const CostQuestion& question, const Catalog& catalog);

}  // namespace gpuadvisor
