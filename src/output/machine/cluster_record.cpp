
#include "build_view.hpp"
#include "output/phrases/shared_records.hpp"
#include "statement_record.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

constexpr auto k_shared = std::to_array<std::string_view>({"GPUs", "nodes", "budget"});

/// A part of a mix, and how many GPUs it may have.
struct PlannedPart {
  const MixPart* part = nullptr;
  std::optional<PartCount> count;
};

std::vector<PlannedPart> parts_of(const ClusterPlan& plan) {
  std::vector<PlannedPart> parts;
  for (std::size_t i = 0; i < plan.mix->parts.size(); ++i) {
    parts.push_back({&plan.mix->parts[i], plan.counts ? std::optional((*plan.counts)[i]) : std::nullopt});
  }
  return parts;
}

std::optional<int> number_of(const PlannedPart& part, int PartCount::*number) {
  return part.count ? std::optional(*part.count.*number) : std::nullopt;
}

Record<ClusterView> cluster_query_record() {
  return Record<ClusterView>("query", "Every option in force")
      .member<&ClusterView::gpus>("gpus", "Of the cluster", least(2))
      .member("guides", "That were asked", ids(),
              [](const ClusterView& view) { return mapped(view.guides, &Guide::id); });
}

}  // namespace

template <>
Record<PlannedPart> description() {
  return Record<PlannedPart>("mix_part", "A part of the mix", Layout::one_line)
      .member<&PlannedPart::part, &MixPart::gpus>("gpus", "Any of them", ids(), fewest(1))
      .member<&PlannedPart::part, &MixPart::share>("share", "Its share, or the least", share())
      .member<&PlannedPart::part, &MixPart::share_to>("share_to", "The most, of a range", share())
      .member("gpus_from", "The fewest that the other parts can complete", least(0),
              [](const PlannedPart& part) { return number_of(part, &PartCount::from); })
      .member("gpus_to", "The most that the other parts can complete", least(0),
              [](const PlannedPart& part) { return number_of(part, &PartCount::to); })
      .member("gpus_chosen", "In a choice that adds up to the cluster", least(0),
              [](const PlannedPart& part) { return number_of(part, &PartCount::chosen); });
}

template <>
Record<ClusterPlan> description() {
  return Record<ClusterPlan>("mix", "A mix of a guide")
      .member<&ClusterPlan::mix, &ClusterMix::guide>("guide", "Id of the guide", id())
      .member<&ClusterPlan::guide, &Guide::title>("guide_title", "Title of the guide")
      .member<&ClusterPlan::mix, &ClusterMix::id>("id", "Of the mix", id())
      .member<&ClusterPlan::mix, &ClusterMix::title>("title", "For which clusters it is")
      .member<&ClusterPlan::mix, &ClusterMix::shares_of>("shares_of", "What its shares are of", one_of(k_shared))
      .member<&ClusterPlan::unit>("gpus_per_node", "GPUs that are counted together", least(1))
      .member("parts", "As the guide has them", fewest(1), [](const ClusterPlan& plan) { return parts_of(plan); })
      .member<&ClusterPlan::next>(
          "next_gpus", "Where there are no whole numbers: size of the next larger cluster that has some", least(1))
      .member<&ClusterPlan::mix, &ClusterMix::says>("says", "In words")
      .member<&ClusterPlan::mix, &ClusterMix::source>("source", "Of the mix", id());
}

template <>
Record<ClusterView> description() {
  return answer_record<ClusterView>("build-cluster", "build cluster", "Which GPUs guides make a cluster of")
      .member<as<cluster_query_record>>("query", "Every option in force")
      .member("results", "The mixes for that size", [](const ClusterView& view) { return std::span(view.plans); })
      .member("rules", "What else guides say of clusters",
              [](const ClusterView& view) {
                return mapped(view.rules, [](const ClusterStatement& statement) { return Statement{statement.rule}; });
              })
      .member("warnings", "None so far", k_no_warnings);
}

}  // namespace gpuadvisor
