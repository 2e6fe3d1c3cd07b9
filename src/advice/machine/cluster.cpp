#include "cluster.hpp"

#include <algorithm>

#include "gpuadvisor/economics/speedup.hpp"

namespace gpuadvisor {
namespace {

constexpr int k_looked_ahead = 200;  // sizes; mixes of nodes repeat after a hundred nodes at most

bool is_of_size(const ClusterMix& mix, int gpus) {
  return gpus >= mix.gpus_from.value_or(1) && gpus < mix.gpus_below.value_or(gpus + 1);
}

/// In GPUs, each node having `unit` of them.
std::optional<std::vector<PartCount>> counts_of(const ClusterMix& mix, int unit, int gpus) {
  if (mix.shares_of == "budget" || gpus % unit != 0) return std::nullopt;
  auto counts = cluster_counts(mix.parts, gpus / unit);
  if (!counts) return std::nullopt;
  for (PartCount& count : *counts) {
    count.from *= unit;
    count.to *= unit;
    count.chosen *= unit;
  }
  return counts;
}

const Guide* find_guide(std::span<const Guide* const> guides, std::string_view id) {
  const auto found = std::find_if(guides.begin(), guides.end(), [id](const Guide* guide) { return guide->id == id; });
  return found == guides.end() ? nullptr : *found;
}

std::vector<const Gpu*> gpus_of(const MixPart& part, const Catalog& catalog) {
  std::vector<const Gpu*> gpus;
  for (const auto id : part.gpus) gpus.push_back(catalog.gpu(id));
  return gpus;
}

/// Whether a rule is about clusters of that size.
bool is_about(const GuideRule& rule, int gpus) {
  if (!rule.gpus.empty() || !rule.workloads.empty()) return false;
  if (rule.topic == RuleTopic::cluster) return true;
  if (!rule.count_from || rule.count_to || *rule.count_from > gpus) return false;
  return rule.topic == RuleTopic::host || (rule.topic == RuleTopic::several_gpus && *rule.count_from > k_most_gpus);
}

}  // namespace

std::vector<ClusterPlan> cluster_plans(int gpus, std::span<const Guide* const> guides, const Catalog& catalog) {
  std::vector<ClusterPlan> found;
  for (const ClusterMix& mix : catalog.records<ClusterMix>()) {
    const Guide* guide = find_guide(guides, mix.guide);
    if (guide == nullptr || !is_of_size(mix, gpus)) continue;
    ClusterPlan plan;
    plan.mix = &mix;
    plan.guide = guide;
    for (const MixPart& part : mix.parts) plan.gpus.push_back(gpus_of(part, catalog));
    plan.unit = mix.gpus_per_node.value_or(1);
    plan.counts = counts_of(mix, plan.unit, gpus);
    for (int more = gpus + 1; !plan.counts && !plan.next && more <= gpus + k_looked_ahead; ++more) {
      if (is_of_size(mix, more) && counts_of(mix, plan.unit, more)) plan.next = more;
    }
    found.push_back(std::move(plan));
  }
  return found;
}

std::vector<ClusterStatement> cluster_rules(int gpus, std::span<const Guide* const> guides, const Catalog& catalog) {
  std::vector<ClusterStatement> found;
  for (const GuideRule& rule : catalog.records<GuideRule>()) {
    const Guide* guide = find_guide(guides, rule.guide);
    if (guide != nullptr && is_about(rule, gpus)) found.push_back({&rule, guide});
  }
  return found;
}

}  // namespace gpuadvisor
