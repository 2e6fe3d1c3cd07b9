#pragma once

#include <optional>

#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

inline constexpr double k_days_per_year = 365;

/// How GPUs are owned and used. Powers and amounts are of all of them together.
struct Ownership {
  Usd purchase;
  Usd host;                  // of the rest of the machine
  Watts power;               // while they work, the rest of the machine included
  double overhead = 1;       // of cooling and supply: power usage effectiveness, 1 or more
  UsdPerKwh electricity;     // price
  double hours_per_day = 0;  // that they work; above 0, at most 24
  double years = 0;          // until they are sold; above 0
  Usd resale_now;            // what the GPUs would fetch if they were sold today; 0: nothing is counted
  double yearly_loss = 0;    // of that, as a share; below 1
  double interest = 0;       // a year, as a share, on what was paid: what the money would have yielded
};

struct OwnershipCost {
  Usd electricity;
  Usd resale;  // what comes back at the end
  Usd interest;
  Usd total;     // purchase and host, electricity and interest, less the resale
  double hours;  // of work
  Usd per_hour;
  Usd per_year;
};

/// Source of the formulas: docs/cost.md#owning.
[[nodiscard]] OwnershipCost ownership_cost(const Ownership& ownership);

/// The total of having owned for so many days, and selling then; of none: what selling at once loses.
[[nodiscard]] Usd cost_after(Ownership ownership, double days);

/// What an hour of work takes in electricity.
[[nodiscard]] Usd electricity_per_hour(const Ownership& ownership);

/// The first day on which having owned, and selling then, has cost no more than renting as many hours would have;
/// nothing within `most_years`. With interest a later day may be dearer again. Source: docs/cost.md#own-or-rent.
[[nodiscard]] std::optional<double> break_even_days(const Ownership& ownership, UsdPerHour rent, double most_years);

}  // namespace gpuadvisor
