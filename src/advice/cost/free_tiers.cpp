#include "free_tiers.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "gpuadvisor/economics/price_rule.hpp"

namespace gpuadvisor {

std::optional<double> FreeTierOffer::hours_per_week() const {
  if (tier->hours_per_week) return tier->hours_per_week;
  if (tier->hours_per_day) return *tier->hours_per_day * 7;
  return std::nullopt;
}

std::optional<FreeTierOffer::Cuda> FreeTierOffer::cuda() const {
  std::size_t known = 0;
  std::size_t supported = 0;
  for (const FreeTierGpu& one : gpus) {
    if (one.gpu->vendor != "nvidia") continue;
    ++known;
    if (one.support.is_supported()) ++supported;
  }
  if (known == 0) return std::nullopt;
  return supported == known ? Cuda::all : supported > 0 ? Cuda::some : Cuda::none;
}

std::vector<FreeTierOffer> free_tiers(const Catalog& catalog) {
  const auto today = catalog.as_of();
  std::vector<const FreeTier*> described;
  std::map<std::string_view, PartialDate> newest;  // by provider
  for (const FreeTier& tier : catalog.records<FreeTier>()) {
    if (today && catalog.known_on(tier.as_of) > *today) continue;
    described.push_back(&tier);
    PartialDate& date = newest.try_emplace(tier.provider, tier.as_of).first->second;
    date = std::max(date, tier.as_of);
  }
  std::vector<FreeTierOffer> found;
  for (const FreeTier* tier : described) {
    if (newest.at(tier->provider) != tier->as_of) continue;
    FreeTierOffer& offer = found.emplace_back(FreeTierOffer{tier, {}, std::nullopt});
    if (today) offer.age_days = days_until(*today, tier->as_of);
    for (const auto id : tier->gpus) {
      if (const Gpu* gpu = catalog.gpu(id)) offer.gpus.push_back({gpu, support_status(*gpu, catalog)});
    }
  }
  const auto key = [](const FreeTierOffer& offer) {
    return std::tuple(offer.tier->monthly.value_or(Usd{0}).value(), offer.cuda() == FreeTierOffer::Cuda::none,
                      offer.is_old(), -offer.hours_per_week().value_or(0), offer.tier->provider);
  };
  std::stable_sort(found.begin(), found.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  return found;
}

}  // namespace gpuadvisor
