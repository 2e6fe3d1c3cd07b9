#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advice/compare/comparison.hpp"
#include "economics/own_or_rent.hpp"

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

struct CostAnswer {
  CostQuestion question;
  OwningBasis basis;
  PriceEstimate price;  // of one GPU
  OwnedGpus owned;
  OwnershipCost cost;
  std::vector<UnitCost> units;           // none below full power, where the speed is unknown
  std::optional<OwnOrRent> own_or_rent;  // where it is asked for, and somebody rents them out
};

struct CostResult {
  std::optional<CostAnswer> answer;
  NoCost reason = NoCost::no_price;  // where there is none
};

/// Views the catalog. Source: docs/cost.md.
[[nodiscard]] CostResult cost_answer(const CostQuestion& question, const Catalog& catalog);

}  // namespace gpuadvisor
