#include "build_power.hpp"

#include <algorithm>

#include "gpuadvisor/economics/recommended_supply.hpp"

namespace gpuadvisor {
namespace {

// Shares of a supply that are left (docs/builds.md#power): with them, what the guides call enough is tight at worst,
// and what they call too little is marginal at best.
constexpr double k_comfortable = 0.20;
constexpr double k_tight = 0.125;

SupplyVerdict verdict_of(double share) {
  if (share <= 0) return SupplyVerdict::too_small;
  if (share < k_tight) return SupplyVerdict::marginal;
  return share < k_comfortable ? SupplyVerdict::tight : SupplyVerdict::comfortable;
}

}  // namespace

SupplyFinding supply_finding(const PowerNeed& need, Watts supply) {
  const Watts headroom = supply - need.total();
  const double share = headroom.value() / supply.value();
  const bool is_below_recommended = need.recommended && supply < *need.recommended;
  SupplyVerdict verdict = verdict_of(share);
  if (is_below_recommended) verdict = std::max(verdict, SupplyVerdict::tight);
  return {supply, headroom, share, verdict, is_below_recommended};
}

std::optional<Watts> advised_supply(const PowerNeed& need) {
  // Sizes are tried one by one: the total / 0.8 would miss a size by rounding.
  auto size = standard_supply(need.recommended.value_or(Watts{0}));
  while (size && supply_finding(need, *size).verdict != SupplyVerdict::comfortable) {
    size = standard_supply(*size + Watts{1});
  }
  return size;
}

bool is_headroom_decisive(const PowerNeed& need) {
  const auto size = standard_supply(*need.recommended);
  return !size || supply_finding(need, *size).verdict != SupplyVerdict::comfortable;
}

std::vector<const PowerLimit*> power_limits_of(const Gpu& gpu, const Catalog& catalog) {
  std::vector<const PowerLimit*> found;
  for (const PowerLimit& limit : catalog.records<PowerLimit>()) {
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
  for (const PowerSupplyRule& rule : catalog.records<PowerSupplyRule>()) {
    if (rule.gpu == gpu.id && rule.count == count) found.push_back(&rule);
  }
  return found;
}

}  // namespace gpuadvisor
