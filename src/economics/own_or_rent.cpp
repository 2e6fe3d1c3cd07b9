#include "own_or_rent.hpp"

#include <array>
#include <cmath>

#include "feasibility.hpp"

namespace gpuadvisor {

namespace {

/// How many times one must cost the other to be clearly dearer.
double clearly_dearer(int providers) {
  return 1 + (providers < k_enough_providers ? k_about_the_same_of_few : k_about_the_same);
}

}  // namespace

OwnOrRentVerdict cheaper_way(Usd owned, Usd rented, int providers) {
  const double clearly = clearly_dearer(providers);
  if (owned * clearly < rented) return OwnOrRentVerdict::own;
  return rented * clearly < owned ? OwnOrRentVerdict::rent : OwnOrRentVerdict::about_the_same;
}

OwnOrRentVerdict OwnOrRent::verdict_with_machine() const { return cheaper_way(*with_machine(), rented, providers()); }

std::optional<OwnOrRent> own_or_rent(const Gpu& gpu, int count, const OwnedGpus& owned, const Catalog& catalog,
                                     std::optional<UsdPerHour> told) {
  OwnOrRent found;
  if (!told) found.level = rent_level(gpu, count, catalog, rent_day(catalog));
  if (!told && !found.level) return std::nullopt;
  found.hourly = told ? *told : found.level->middle * count;
  const OwnershipCost cost = ownership_cost(owned.ownership);
  found.hours = cost.hours;
  found.owned = cost.total;
  found.rented = Usd{found.hourly.value() * cost.hours};
  found.verdict = cheaper_way(found.owned, found.rented, found.providers());
  found.break_even_days = break_even_days(owned.ownership, found.hourly, k_longest_ownership);
  if (owned.ownership.host > Usd{0}) return found;
  const std::array parts{SupplyPart{&gpu, count}};
  found.machine = host_for(parts, catalog);
  if (found.machine == nullptr) return found;
  found.machine_price = MachineParts(catalog).machine(*found.machine).price;
  const Usd left = found.rented * clearly_dearer(found.providers()) - found.owned;
  const double interest = std::pow(1 + owned.ownership.interest, owned.ownership.years);
  if (left > Usd{0}) found.turns_at = left / interest;
  return found;
}

}  // namespace gpuadvisor
