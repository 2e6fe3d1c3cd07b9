#include "gpuadvisor/advice/planner.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace gpuadvisor {
namespace {

/// The kinds of a machine that are members of a set, a bit each.
std::vector<GpuGroup> members(const std::vector<GpuGroup>& kinds, unsigned set) {
  std::vector<GpuGroup> found;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if ((set >> i & 1U) != 0) found.push_back(kinds[i]);
  }
  return found;
}

bool are_of_one_vendor(const std::vector<GpuGroup>& kinds) {
  return std::all_of(kinds.begin(), kinds.end(),
                     [&](const GpuGroup& kind) { return kind.gpu->vendor == kinds.front().gpu->vendor; });
}

/// GPUs of several kinds with the layers that each kind holds.
std::vector<GpuShare> shares(const Machine& machine, const std::vector<int>& layers) {
  std::vector<GpuShare> found;
  auto next = layers.begin();
  for (const GpuGroup& kind : machine.kinds) {
    found.push_back({kind.gpu, std::accumulate(next, next + kind.count, 0)});
    next += kind.count;
  }
  return found;
}

/// What fits without the host's memory first, with room to spare before tightly, then what is faster; of those on which
/// it does not fit, those with the most memory. Of equal ones the one that was tried first.
bool is_better(const Plan& one, const Plan& other) {
  const auto key = [](const Plan& plan) {
    const bool has_room = plan.verdict != FitVerdict::does_not_fit;
    return std::tuple(!has_room, plan.way->job.layers_on_host > 0, plan.verdict,
                      plan.rates ? -plan.rates->together.middle : 0, has_room ? 0 : -plan.on.together().value());
  };
  return key(one) < key(other);
}

}  // namespace

Planner::Planner(const WantedJob& job, const Catalog& catalog, const NetworkMeasurements* measured)
    : m_job(job), m_speed(job.network(), job.job(), catalog, measured) {}

std::optional<TokenRates> Planner::rates(const Machine& machine, const JobFit& fit) const {
  const MemoryJob& way = fit.way->job;
  if (machine.kinds.empty() || fit.verdict == FitVerdict::does_not_fit) return std::nullopt;
  const Placement placement{std::min(machine.count, k_most_gpus), way.layers_on_host, way.batch, way.host};
  if (machine.is_mixed()) return m_speed.shared_rates(shares(machine, fit.layers), placement);
  return m_speed.rates(*machine.kinds.front().gpu, placement);
}

Plan Planner::plan_of_all(const Machine& machine) const {
  JobFit fit = m_job.fit(machine);
  auto told = rates(machine, fit);
  return {std::move(fit), machine, std::move(told)};
}

Plan Planner::best(const Machine& machine, const Gpu* wanted) const {
  if (!machine.is_mixed()) return plan_of_all(machine);
  std::optional<Plan> best;
  const unsigned sets = 1U << machine.kinds.size();
  for (unsigned set = 1; set < sets; ++set) {
    const auto kinds = members(machine.kinds, set);
    const bool can_share = kinds.size() == 1 || (m_job.takes_turns() && are_of_one_vendor(kinds));
    const bool has_wanted = wanted == nullptr || std::any_of(kinds.begin(), kinds.end(),
                                                             [&](const GpuGroup& kind) { return kind.gpu == wanted; });
    if (!can_share || !has_wanted) continue;
    Plan tried = plan_of_all(*machine_of(kinds, machine.has_display && (set & 1U) != 0));
    if (!best || is_better(tried, *best)) best = std::move(tried);
  }
  return *best;
}

Plan Planner::plan(const Machine& machine) const { return best(machine, nullptr); }

std::optional<Plan> Planner::plan(const Gpu& gpu, int count) const {
  const auto machine = m_job.machine_with(gpu, count);
  return machine ? std::optional(best(*machine, &gpu)) : std::nullopt;
}

std::optional<Plan> Planner::plan_of_own() const {
  const auto machine = machine_of(m_job.own());
  return machine ? std::optional(best(*machine, nullptr)) : std::nullopt;
}

}  // namespace gpuadvisor
