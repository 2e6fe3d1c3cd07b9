#include "gpuadvisor/advice/constraints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace gpuadvisor {
namespace {

/// What a constraint judges.
struct Case {
  const Offer& offer;
  const Request& request;
};

template <class T>
bool contains(const std::vector<T>& list, const auto& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

// Each constraint is a test whether it fails, and the reason in words when it does: counting the many GPUs that an
// answer leaves out needs no words.

bool fails_budget(const Case& c) {
  if (!c.request.budget) return false;
  const auto& price = c.offer.price;
  return !price || price->median > *c.request.budget || price->age == PriceAge::unusable || price->only_recalled;
}
std::string budget_reason(const Case& c) {
  if (!c.offer.price) return "no price known";
  const PriceEstimate& price = *c.offer.price;
  if (price.age == PriceAge::unusable) {
    return fmt::format("last priced at ${:.0f} in {}, more than {} months ago", price.median.value(),
                       price.newest().text(), c.request.price_rule.unusable_after);
  }
  if (price.median <= *c.request.budget) return fmt::format("${:.0f}, but only recalled", price.median.value());
  const Usd over = price.median - *c.request.budget;
  return fmt::format("${:.0f}, ${:.0f} over the budget", price.median.value(), over.value());
}

bool fails_memory(const Case& c) {
  return c.request.min_memory && memory_per_device(*c.offer.gpu).value_or(Gigabytes{0}) < *c.request.min_memory;
}
std::string memory_reason(const Case& c) {
  const auto memory = memory_per_device(*c.offer.gpu);
  if (!memory) return "memory unknown";
  return fmt::format("needs {} GB, has {} GB", c.request.min_memory->value(), memory->value());
}

bool fails_vendor(const Case& c) {
  return !c.request.vendors.empty() && !contains(c.request.vendors, c.offer.gpu->vendor);
}
std::string vendor_reason(const Case& c) { return fmt::format("made by {}", c.offer.gpu->vendor); }

bool fails_segment(const Case& c) {
  return !c.request.segments.empty() && !contains(c.request.segments, c.offer.gpu->segment);
}
std::string segment_reason(const Case& c) { return fmt::format("a {} product", enum_name(c.offer.gpu->segment)); }

bool fails_condition(const Case& c) {
  return c.request.condition && (!c.offer.price || c.offer.price->condition != *c.request.condition);
}
std::string condition_reason(const Case& c) {
  return fmt::format("no {} price known", enum_name(*c.request.condition));
}

bool fails_power(const Case& c) {
  return c.request.max_power && (!c.offer.gpu->tdp || *c.offer.gpu->tdp > *c.request.max_power);
}
std::string power_reason(const Case& c) {
  if (!c.offer.gpu->tdp) return "power unknown";
  return fmt::format("draws {} W, at most {} W wanted", c.offer.gpu->tdp->value(), c.request.max_power->value());
}

bool fails_released(const Case& c) {
  if (!c.request.released) return false;
  const auto& [from, to] = *c.request.released;
  const auto& date = c.offer.gpu->released;
  return !date || (from && date->last_day() < from->first_day()) || (to && date->first_day() > to->last_day());
}
std::string released_reason(const Case& c) {
  const auto& date = c.offer.gpu->released;
  return date ? fmt::format("released {}", date->text()) : "release date unknown";
}

struct Constraint {
  bool (*fails)(const Case&);
  std::string (*reason)(const Case&);
};

// In the order of k_constraints.
constexpr std::array<Constraint, k_constraints.size()> k_checks = {{{fails_budget, budget_reason},
                                                                    {fails_memory, memory_reason},
                                                                    {fails_vendor, vendor_reason},
                                                                    {fails_segment, segment_reason},
                                                                    {fails_condition, condition_reason},
                                                                    {fails_power, power_reason},
                                                                    {fails_released, released_reason}}};

}  // namespace

Failures failures(const Offer& offer, const Request& request) {
  Failures failed;
  for (std::size_t i = 0; i < k_checks.size(); ++i) failed[i] = k_checks[i].fails({offer, request});
  return failed;
}

std::vector<Rejection> rejections(const Offer& offer, const Request& request) {
  const Failures failed = failures(offer, request);
  std::vector<Rejection> found;
  for (std::size_t i = 0; i < k_checks.size(); ++i) {
    if (failed[i]) found.push_back({k_constraints[i], k_checks[i].reason({offer, request})});
  }
  return found;
}

}  // namespace gpuadvisor
