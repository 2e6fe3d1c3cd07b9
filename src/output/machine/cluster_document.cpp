#include <fmt/format.h>

#include "build_view.hpp"
#include "build_words.hpp"
#include "core/text.hpp"

namespace gpuadvisor {
namespace {

/// "66 % to 80 %", "80 %".
std::string share_text(const MixPart& part) {
  const std::string from = fmt::format("{:.0f} %", 100 * part.share);
  return part.share_to ? fmt::format("{} to {:.0f} %", from, 100 * *part.share_to) : from;
}

/// The names of a part: any of its GPUs.
std::string names_of(const ClusterPlan& plan, std::size_t part) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < plan.gpus[part].size(); ++i) {
    const Gpu* gpu = plan.gpus[part][i];
    names.emplace_back(gpu == nullptr ? plan.mix->parts[part].gpus[i] : short_name(*gpu));
  }
  return enumeration(names, "or");
}

std::string count_text(const PartCount& count) {
  return count.from == count.to ? std::to_string(count.from) : fmt::format("{} to {}", count.from, count.to);
}

Table parts_table(const ClusterPlan& plan) {
  Table table{{{"GPU", false, true}, {fmt::format("share of {}", plan.mix->shares_of)}, {"GPUs", true}}, {}};
  for (std::size_t i = 0; i < plan.mix->parts.size(); ++i) {
    table.rows.push_back(
        {names_of(plan, i), share_text(plan.mix->parts[i]), plan.counts ? count_text((*plan.counts)[i]) : "-"});
  }
  return table;
}

/// Why a mix has no counts, or one choice of them.
std::string remark(const ClusterPlan& plan, int gpus) {
  if (plan.counts) {
    std::vector<std::string> chosen;
    for (const PartCount& count : *plan.counts) chosen.push_back(std::to_string(count.chosen));
    return fmt::format("For example {} of {}.", enumeration(chosen), gpus);
  }
  if (plan.mix->shares_of == "budget") return "Shares of the budget give no numbers of GPUs.";
  const std::string next = plan.next ? fmt::format("; {} have some", *plan.next) : "";
  if (gpus % plan.unit != 0) {
    return fmt::format("Its nodes have {} GPUs each; {} GPUs do not fill whole nodes{}.", plan.unit, gpus, next);
  }
  return fmt::format("{} GPUs cannot be split in these shares{}.", gpus, next);
}

}  // namespace

Document document_of(const ClusterView& view) {
  Document document;
  if (view.plans.empty() && view.rules.empty()) {
    return document.paragraph(fmt::format("No guide has a mix for a cluster of {} GPUs.", view.gpus));
  }
  document.title(fmt::format("A cluster of {} GPUs, as guides advise", view.gpus));
  if (view.plans.empty()) {
    document.item("No guide has a mix of GPUs for it.");
  } else {
    document.gap();
  }
  for (const ClusterPlan& plan : view.plans) {
    document.heading(fmt::format("{}: {}", plan.guide->title, plan.mix->title)).table(parts_table(plan), 2);
    document.item(remark(plan, view.gpus)).item(std::string(plan.mix->says));
  }
  if (!view.rules.empty()) document.heading("What else guides say");
  for (const auto& [rule, guide] : view.rules) document.item(attributed(rule->says, guide->title));
  return document;
}

}  // namespace gpuadvisor
