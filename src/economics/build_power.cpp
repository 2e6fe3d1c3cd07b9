#include "gpuadvisor/economics/build_power.hpp"

#include <algorithm>

namespace gpuadvisor {
namespace {

// Shares of a supply that are left (docs/builds.md#power): with them, what the guides call enough is tight at worst,
// and what they call too little is marginal at best.
constexpr double k_comfortable = 0.20;
constexpr double k_tight = 0.125;

// Sizes in which power supplies for desktops are commonly sold: general knowledge, and only what is rounded up to.
constexpr auto k_sizes = std::to_array<double>({300, 450, 550, 650, 750, 850, 1000, 1200, 1300, 1500, 1600, 2000});

SupplyVerdict verdict_of(double share) {
  if (share <= 0) return SupplyVerdict::too_small;
  if (share < k_tight) return SupplyVerdict::marginal;
  return share < k_comfortable ? SupplyVerdict::tight : SupplyVerdict::comfortable;
}

}  // namespace

SupplyFinding supply_finding(const PowerNeed& need, Watts supply) {
  const Watts headroom = supply - need.total();
  const double share = headroom.value() / supply.value();
  return {supply, headroom, share, verdict_of(share)};
}

std::optional<Watts> advised_supply(const PowerNeed& need) {
  for (const double size : k_sizes) {
    if (supply_finding(need, Watts{size}).verdict == SupplyVerdict::comfortable) return Watts{size};
  }
  return std::nullopt;
}

std::vector<const PowerLimit*> power_limits_of(const Gpu& gpu, const Catalog& catalog) {
  std::vector<const PowerLimit*> found;
  for (const PowerLimit& limit : catalog.tables().guides.power_limits) {
    if (limit.gpu == gpu.id) found.push_back(&limit);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const PowerLimit* a, const PowerLimit* b) { return a->limit > b->limit; });
  return found;
}

std::optional<double> speed_at_limit(const Gpu& gpu, Watts limit, const Catalog& catalog) {
  if (gpu.tdp && *gpu.tdp == limit) return 1;
  for (const PowerLimit* tried : power_limits_of(gpu, catalog)) {
    if (tried->limit == limit && tried->speed) return tried->speed->value();
  }
  return std::nullopt;
}

std::vector<const PowerSupplyRule*> supply_rules_of(const Gpu& gpu, int count, const Catalog& catalog) {
  std::vector<const PowerSupplyRule*> found;
  for (const PowerSupplyRule& rule : catalog.tables().guides.power_supply_rules) {
    if (rule.gpu == gpu.id && rule.count == count) found.push_back(&rule);
  }
  return found;
}

}  // namespace gpuadvisor
