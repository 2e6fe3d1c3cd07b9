
#include "build_view.hpp"
#include "output/phrases/shared_records.hpp"
#include "statement_record.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

constexpr auto k_shared = std::to_array<std::string_view>({"GPUs", "nodes", "budget"});

struct ClusterQuery {
  const ClusterView& view;
};

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

}  // namespace

template <>
const Record<ClusterQuery>& record() {
  static const auto k_record =
      Record<ClusterQuery>("query", "Every option in force")
          .member("gpus", "Of the cluster", [](const ClusterQuery& query) { return query.view.gpus; })
          .least(2)
          .member("guides", "That were asked",
                  [](const ClusterQuery& query) { return mapped(query.view.guides, &Guide::id); })
          .ids();
  return k_record;
}

template <>
const Record<PlannedPart>& record() {
  static const auto k_record =
      Record<PlannedPart>("mix_part", "A part of the mix", Layout::one_line)
          .member("gpus", "Any of them", [](const PlannedPart& part) { return part.part->gpus; })
          .ids()
          .fewest(1)
          .member("share", "Its share, or the least", [](const PlannedPart& part) { return part.part->share; })
          .share()
          .member("share_to", "The most, of a range", [](const PlannedPart& part) { return part.part->share_to; })
          .share()
          .member("gpus_from", "The fewest that the other parts can complete",
                  [](const PlannedPart& part) { return number_of(part, &PartCount::from); })
          .least(0)
          .member("gpus_to", "The most that the other parts can complete",
                  [](const PlannedPart& part) { return number_of(part, &PartCount::to); })
          .least(0)
          .member("gpus_chosen", "In a choice that adds up to the cluster",
                  [](const PlannedPart& part) { return number_of(part, &PartCount::chosen); })
          .least(0);
  return k_record;
}

template <>
const Record<ClusterPlan>& record() {
  static const auto k_record =
      Record<ClusterPlan>("mix", "A mix of a guide")
          .member("guide", "Id of the guide", [](const ClusterPlan& plan) { return plan.mix->guide; })
          .id()
          .member("guide_title", "Title of the guide", [](const ClusterPlan& plan) { return plan.guide->title; })
          .member("id", "Of the mix", [](const ClusterPlan& plan) { return plan.mix->id; })
          .id()
          .member("title", "For which clusters it is", [](const ClusterPlan& plan) { return plan.mix->title; })
          .member("shares_of", "What its shares are of", [](const ClusterPlan& plan) { return plan.mix->shares_of; })
          .one_of(k_shared)
          .member<&ClusterPlan::unit>("gpus_per_node", "GPUs that are counted together")
          .least(1)
          .member("parts", "As the guide has them", [](const ClusterPlan& plan) { return parts_of(plan); })
          .fewest(1)
          .member<&ClusterPlan::next>("next_gpus",
                                      "Where there are no whole numbers: size of the next larger cluster that has some")
          .least(1)
          .member("says", "In words", [](const ClusterPlan& plan) { return plan.mix->says; })
          .member("source", "Of the mix", [](const ClusterPlan& plan) { return plan.mix->source; })
          .id();
  return k_record;
}

template <>
const Record<ClusterView>& record() {
  static const auto k_record =
      answer_record<ClusterView>("build-cluster", "build cluster", "Which GPUs guides make a cluster of")
          .member("query", "Every option in force", [](const ClusterView& view) { return ClusterQuery{view}; })
          .member(
              "results", "The mixes for that size", [](const ClusterView& view) -> const auto& { return view.plans; })
          .member("rules", "What else guides say of clusters",
                  [](const ClusterView& view) {
                    return mapped(view.rules,
                                  [](const ClusterStatement& statement) { return Statement{statement.rule}; });
                  })
          .member("warnings", "None so far", k_no_warnings);
  return k_record;
}

std::string cluster_json(const ClusterView& view) { return json_text(value_of(view)); }

}  // namespace gpuadvisor
