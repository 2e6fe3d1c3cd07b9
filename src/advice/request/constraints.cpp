#include "gpuadvisor/advice/constraints.hpp"

#include <array>
#include <optional>

#include "board_constraints.hpp"
#include "constraint.hpp"
#include "fit_constraint.hpp"
#include "memory_constraints.hpp"
#include "price_constraints.hpp"
#include "product_constraints.hpp"
#include "software_constraints.hpp"
#include "speed_constraint.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_table =
    std::to_array<Constraint>({k_budget_constraint,       k_price_constraint,       k_memory_constraint,
                               k_fit_constraint,          k_speed_constraint,       k_vendor_constraint,
                               k_segment_constraint,      k_condition_constraint,   k_power_constraint,
                               k_power_supply_constraint, k_build_constraint,       k_slots_constraint,
                               k_length_constraint,       k_cooling_constraint,     k_released_constraint,
                               k_form_constraint,         k_deployment_constraint,  k_compute_capability_constraint,
                               k_feature_constraint,      k_only_constraint,        k_exclude_constraint,
                               k_evidence_constraint,     k_installable_constraint, k_support_constraint,
                               k_memory_floor_constraint});
static_assert(k_table.size() <= Failures().size());

/// The constraints of which `holds` is true.
template <class Holds>
Failures those_that(Holds holds) {
  Failures found;
  for (std::size_t i = 0; i < k_table.size(); ++i) found[i] = holds(k_table[i]);
  return found;
}

}  // namespace

std::span<const Constraint> constraints() { return k_table; }

Failures failure_of(std::string_view id) {
  return those_that([id](const Constraint& constraint) { return constraint.id == id; });
}

Failures default_constraints() {
  return those_that([](const Constraint& constraint) { return constraint.lifted_by != nullptr; });
}

std::optional<PerformanceIndex> measured_evidence(const Request& request, const Catalog& catalog) {
  const Workload* workload = catalog.workload(request.workload);
  if (request.evidence != Evidence::measured || workload == nullptr) return std::nullopt;
  return PerformanceIndex(catalog, *workload, request.precision);
}

std::shared_ptr<const RecommendedSupplies> supplies_for(const Request& request, const Catalog& catalog) {
  if (!request.supply || request.supplies) return request.supplies;
  return std::make_shared<RecommendedSupplies>(catalog);
}

Judge::Judge(const Request& request, const Catalog& catalog)
    : m_request(request),
      m_support(request.support.value_or(Support::any), catalog),
      m_evidence(measured_evidence(request, catalog)),
      m_supplies(supplies_for(request, catalog)) {
  m_asked = those_that([&](const Constraint& constraint) { return constraint.is_asked(request); });
}

Failures Judge::failures(const Offer& offer) {
  Failures failed;
  for (std::size_t i = 0; i < k_table.size(); ++i) {
    if (offer.rental && k_table[i].is_of_buyers) continue;
    failed[i] = m_asked[i] && k_table[i].fails({offer, m_request, m_support, m_evidence, m_supplies.get()});
  }
  return failed;
}

std::vector<Rejection> rejections(const Offer& offer, const Request& request, const Catalog& catalog) {
  return rejections(offer, Judge(request, catalog).failures(offer), request, catalog);
}

std::vector<Rejection> rejections(const Offer& offer, const Failures& failed, const Request& request,
                                  const Catalog& catalog) {
  SupportCheck support(request.support.value_or(Support::any), catalog);
  const auto evidence = measured_evidence(request, catalog);
  const auto supplies = supplies_for(request, catalog);
  std::vector<Rejection> found;
  for (std::size_t i = 0; i < k_table.size(); ++i) {
    if (failed[i])
      found.push_back({k_table[i].id, k_table[i].reason({offer, request, support, evidence, supplies.get()})});
  }
  return found;
}

}  // namespace gpuadvisor
