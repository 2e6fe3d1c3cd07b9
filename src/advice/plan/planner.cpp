#include "gpuadvisor/advice/planner.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "gpuadvisor/sizing/network_work.hpp"
#include "sizing/memory_remedies.hpp"

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
    : m_job(job), m_way{&job, TokenSpeed(job.network(), job.job(), catalog, measured)} {
  const WeightFormat* const format = job.job().queues ? published_in_4_bits(job.network()) : nullptr;
  const bool is_stated = job.job().weights_from == WeightsFrom::asked || job.job().weights_from == WeightsFrom::file;
  if (format == nullptr || is_stated) return;
  m_job_in_4_bits = std::make_unique<const WantedJob>(job.with_job(with_weights(job.network(), job.job(), *format)));
  m_in_4_bits.emplace(Way{m_job_in_4_bits.get(), TokenSpeed(job.network(), m_job_in_4_bits->job(), catalog, measured)});
}

const Planner::Way& Planner::way_for(const Machine& machine) const {
  const bool computes_in_it = m_in_4_bits && !machine.kinds.empty() &&
                              std::all_of(machine.kinds.begin(), machine.kinds.end(),
                                          [](const GpuGroup& kind) { return kind.gpu->fp4.has_value(); });
  return computes_in_it ? *m_in_4_bits : m_way;
}

std::optional<TokenRates> Planner::rates(const Way& way, const Machine& machine, const JobFit& fit) {
  const MemoryJob& job = fit.way->job;
  if (machine.kinds.empty() || fit.verdict == FitVerdict::does_not_fit) return std::nullopt;
  const MemoryJob& asked = way.job->job();
  const Placement placement{asked.queues ? machine.count : std::min(machine.count, k_most_gpus), job.layers_on_host,
                            asked.queues ? asked.batch : job.batch, job.host};
  if (machine.is_mixed()) return way.speed.shared_rates(shares(machine, fit.layers), placement);
  return way.speed.rates(*machine.kinds.front().gpu, placement);
}

std::optional<TrainingSpeed> Planner::training(const Machine& machine, const JobFit& fit) const {
  if (machine.kinds.size() != 1 || fit.verdict == FitVerdict::does_not_fit) return std::nullopt;
  const GpuGroup& all = machine.kinds.front();
  return training_speed(m_job.network(), filled(fit), *all.gpu, all.count);
}

MemoryJob Planner::filled(const JobFit& fit) const {
  MemoryJob job = fit.way->job;
  if (job.batch_is_stated || !trains_tokens(m_job.network(), job)) return job;
  const int least = job.batch;
  job.batch = std::max(least, static_cast<int>(k_training_constants.full_step) / job.tokens);
  for (; job.batch > least; job.batch = std::max(least, job.batch / 2)) {
    const auto [at, is_new] = m_needs.try_emplace({fit.way.get(), job.batch});
    if (is_new) at->second = memory_need(m_job.network(), job);
    if (fit_verdict(at->second, fit.memory.usable) != FitVerdict::does_not_fit) break;
  }
  return job;
}

bool Planner::tells_tokens() const { return speed().is_known() || trains_tokens(m_job.network(), m_job.job()); }

Plan Planner::plan_of_all(const Machine& machine) const {
  const Way& way = way_for(machine);
  JobFit fit = way.job->fit(machine);
  auto told = rates(way, machine, fit);
  const bool has_no_layout = m_job.job().queues && way.speed.is_known() && !told;
  if (has_no_layout) fit.verdict = FitVerdict::does_not_fit;
  auto trained = training(machine, fit);
  return {std::move(fit), machine, std::move(told), std::move(trained)};
}

Plan Planner::best(const Machine& machine, const Gpu* wanted) const {
  if (!machine.is_mixed()) return plan_of_all(machine);
  std::optional<Plan> best;
  const unsigned sets = 1U << machine.kinds.size();
  for (unsigned set = 1; set < sets; ++set) {
    const auto kinds = members(machine.kinds, set);
    const bool takes_turns = m_job.takes_turns() && !m_job.job().queues;
    const bool can_share = kinds.size() == 1 || (takes_turns && are_of_one_vendor(kinds));
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
