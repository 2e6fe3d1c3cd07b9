#include "free_tiers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "core/contains.hpp"
#include "core/text.hpp"

namespace gpuadvisor {
namespace {

std::string names(std::span<const std::string_view> list) {
  return enumeration(std::vector<std::string>(list.begin(), list.end()));
}

/// The newest description of the tier's provider that says it is not reached from a place; null when none does. A later
/// one that is silent does not take it back.
const FreeTier* not_reached(const FreeTier& tier, std::string_view from, std::span<const FreeTier* const> described) {
  const FreeTier* found = nullptr;
  for (const FreeTier* other : described) {
    if (other->provider != tier.provider || !contains(other->not_from, from)) continue;
    if (found == nullptr || found->as_of < other->as_of) found = other;
  }
  return found;
}

std::vector<std::string> reasons_against(const FreeTier& tier, const FreeTierQuestion& question,
                                         std::span<const FreeTier* const> described) {
  std::vector<std::string> reasons;
  if (!question.framework.empty() && !tier.frameworks.empty() && !contains(tier.frameworks, question.framework)) {
    reasons.push_back(fmt::format("only for {}", names(tier.frameworks)));
  }
  if (question.from.empty()) return reasons;
  if (!tier.regions.empty() && !contains(tier.regions, question.from)) {
    reasons.push_back(fmt::format("only in {}", names(tier.regions)));
  }
  if (const FreeTier* said = not_reached(tier, question.from, described)) {
    const std::string when =
        said->as_of == tier.as_of ? "" : fmt::format(", by a description of {}", said->as_of.text());
    reasons.push_back(fmt::format("not reached from {}{}", question.from, when));
  }
  return reasons;
}

}  // namespace

std::optional<double> hours_per_week(const FreeTier& tier) {
  if (tier.hours_per_week) return tier.hours_per_week;
  if (tier.hours_per_day) return *tier.hours_per_day * 7;
  return std::nullopt;
}

std::vector<FreeTierAnswer> free_tiers(const FreeTierQuestion& question, const Catalog& catalog) {
  std::vector<const FreeTier*> described;
  std::map<std::string_view, PartialDate> newest;  // by provider
  for (const FreeTier& tier : catalog.records<FreeTier>()) {
    if (catalog.as_of() && catalog.known_on(tier.as_of) > *catalog.as_of()) continue;
    described.push_back(&tier);
    const auto at = newest.try_emplace(tier.provider, tier.as_of).first;
    at->second = std::max(at->second, tier.as_of);
  }
  std::vector<FreeTierAnswer> found;
  for (const FreeTier* tier : described) {
    if (newest.at(tier->provider) == tier->as_of) found.push_back({tier, reasons_against(*tier, question, described)});
  }
  const auto key = [](const FreeTierAnswer& answer) {
    const FreeTier& tier = *answer.tier;
    return std::tuple(!answer.reasons.empty(), tier.monthly.value_or(Usd{0}).value(), -hours_per_week(tier).value_or(0),
                      tier.provider);
  };
  std::stable_sort(found.begin(), found.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  return found;
}

}  // namespace gpuadvisor
