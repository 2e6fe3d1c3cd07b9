#include "gpuadvisor/advice/constraints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "gpuadvisor/advice/form_group.hpp"
#include "gpuadvisor/core/money.hpp"

namespace gpuadvisor {
namespace {

/// What a constraint judges.
struct Case {
  const Offer& offer;
  const Request& request;
  SupportCheck& support;
  const std::optional<PerformanceIndex>& evidence;
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
  return !price || *total_price(c.offer) > *c.request.budget || price->age == PriceAge::unusable ||
         price->only_recalled;
}
std::string budget_reason(const Case& c) {
  if (!c.offer.price) return "no price known";
  const PriceEstimate& price = *c.offer.price;
  const Usd total = *total_price(c.offer);
  if (price.age == PriceAge::unusable) {
    return fmt::format("last priced at {} in {}, more than {} months ago", money(total), price.newest().text(),
                       c.request.price_rule.unusable_after);
  }
  if (total <= *c.request.budget) return money(total) + ", but only recalled";
  return fmt::format("{}, {} over the budget", money(total), money(total - *c.request.budget));
}

bool fails_memory(const Case& c) {
  return c.request.min_memory && memory_per_device(*c.offer.gpu).value_or(Gigabytes{0}) < *c.request.min_memory;
}
std::string memory_reason(const Case& c) {
  const auto memory = memory_per_device(*c.offer.gpu);
  if (!memory) return "memory unknown";
  return fmt::format("has {} GB of the {} GB wanted", memory->value(), c.request.min_memory->value());
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
  const auto wanted = enum_name(*c.request.condition);
  return c.offer.price ? fmt::format("not {}", wanted) : fmt::format("no {} price known", wanted);
}

bool fails_power(const Case& c) {
  return c.request.max_power && (!c.offer.gpu->tdp || *power(c.offer) > *c.request.max_power);
}
std::string power_reason(const Case& c) {
  if (!c.offer.gpu->tdp) return "power unknown";
  return fmt::format("draws {} W, at most {} W wanted", power(c.offer)->value(), c.request.max_power->value());
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

bool fails_form(const Case& c) {
  const auto is_one = [&](const std::string& name) { return is_of_form(*c.offer.gpu, name); };
  const auto& forms = c.request.forms;
  return forms && !forms->empty() && std::none_of(forms->begin(), forms->end(), is_one);
}
std::string form_reason(const Case& c) { return fmt::format("form {}", enum_name(c.offer.gpu->form)); }

bool fails_evidence(const Case& c) { return c.evidence && !c.evidence->is_measured(*c.offer.gpu); }
std::string evidence_reason(const Case& c) {
  return c.request.dataset.empty() ? "not measured for this work" : fmt::format("not in {}", c.request.dataset);
}

bool fails_installable(const Case& c) { return c.request.installable && form_group(*c.offer.gpu) != FormGroup::card; }
std::string installable_reason(const Case& c) { return form_remark(*c.offer.gpu); }

bool fails_support(const Case& c) { return !c.support.runs(*c.offer.gpu); }
std::string support_reason(const Case& c) {
  return support_remark(*c.offer.gpu, support_status(*c.offer.gpu, c.support.catalog()));
}

bool fails_memory_floor(const Case& c) {
  return c.request.memory_floor &&
         memory_per_device(*c.offer.gpu).value_or(Gigabytes{0}) < c.request.memory_floor->memory;
}
std::string memory_floor_reason(const Case& c) {
  const auto memory = memory_per_device(*c.offer.gpu);
  if (!memory) return "memory unknown";
  return fmt::format("has {} GB, {} GB is the least for this work", memory->value(),
                     c.request.memory_floor->memory.value());
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
                                                                    {fails_released, released_reason},
                                                                    {fails_form, form_reason},
                                                                    {fails_evidence, evidence_reason},
                                                                    {fails_installable, installable_reason},
                                                                    {fails_support, support_reason},
                                                                    {fails_memory_floor, memory_floor_reason}}};

}  // namespace

std::optional<PerformanceIndex> measured_evidence(const Request& request, const Catalog& catalog) {
  const Workload* workload = catalog.workload(request.workload);
  if (request.evidence != Evidence::measured || workload == nullptr) return std::nullopt;
  return PerformanceIndex(catalog, *workload, request.precision);
}

Failures Judge::failures(const Offer& offer) {
  Failures failed;
  for (std::size_t i = 0; i < k_checks.size(); ++i)
    failed[i] = k_checks[i].fails({offer, m_request, m_support, m_evidence});
  return failed;
}

std::vector<Rejection> rejections(const Offer& offer, const Request& request, const Catalog& catalog) {
  return rejections(offer, Judge(request, catalog).failures(offer), request, catalog);
}

std::vector<Rejection> rejections(const Offer& offer, const Failures& failed, const Request& request,
                                  const Catalog& catalog) {
  SupportCheck support(request.support.value_or(Support::any), catalog);
  const auto evidence = measured_evidence(request, catalog);
  std::vector<Rejection> found;
  for (std::size_t i = 0; i < k_checks.size(); ++i) {
    if (failed[i]) found.push_back({k_constraints[i], k_checks[i].reason({offer, request, support, evidence})});
  }
  return found;
}

}  // namespace gpuadvisor
