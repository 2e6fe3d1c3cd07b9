#include "ownership.hpp"

#include <cmath>

#include "depreciation.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_watts_per_kilowatt = 1000;

}  // namespace

Usd cost_after(Ownership ownership, double days) {
  ownership.years = days / k_days_per_year;
  return ownership_cost(ownership).total;
}

Usd electricity_per_hour(const Ownership& ownership) {
  return Usd{ownership.power.value() / k_watts_per_kilowatt * ownership.overhead * ownership.electricity.value()};
}

OwnershipCost ownership_cost(const Ownership& ownership) {
  OwnershipCost cost{};
  const Usd paid = ownership.purchase + ownership.host;
  cost.hours = ownership.hours_per_day * k_days_per_year * ownership.years;
  cost.electricity = electricity_per_hour(ownership) * cost.hours;
  cost.resale = price_after(ownership.resale_now, ownership.yearly_loss, ownership.years);
  cost.interest = paid * (std::pow(1 + ownership.interest, ownership.years) - 1);
  cost.total = paid + cost.electricity + cost.interest - cost.resale;
  cost.per_hour = cost.total / cost.hours;
  cost.per_year = cost.total / ownership.years;
  return cost;
}

std::optional<double> break_even_days(const Ownership& ownership, UsdPerHour rent, double most_years) {
  const auto is_owning_cheaper = [&](double days) {
    const double rented = rent.value() * ownership.hours_per_day * days;
    return cost_after(ownership, days).value() <= rented;
  };
  const auto last = static_cast<int>(most_years * k_days_per_year);
  for (int day = 1; day <= last; ++day) {
    if (is_owning_cheaper(day)) return day;
  }
  return std::nullopt;
}

}  // namespace gpuadvisor
