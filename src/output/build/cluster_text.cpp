#include <fmt/format.h>

#include "build_view.hpp"
#include "build_words.hpp"
#include "core/text.hpp"
#include "report/list_item.hpp"

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
  if (plan.mix->shares_of == "budget") return "Shares of the budget tell no numbers of GPUs.";
  const std::string next = plan.next ? fmt::format("; {} have some", *plan.next) : "";
  if (gpus % plan.unit != 0) {
    return fmt::format("Its nodes have {} GPUs each, and {} GPUs are no whole number of them{}.", plan.unit, gpus,
                       next);
  }
  return fmt::format("No whole numbers that sum to {} keep to these shares{}.", gpus, next);
}

}  // namespace

std::string cluster_text(const ClusterView& view, const Page& page, bool header) {
  if (view.plans.empty() && view.rules.empty())
    return header ? fmt::format("No guide has a mix for a cluster of {} GPUs.\n", view.gpus) : "";
  std::string text =
      header ? emphasised(wrapped(fmt::format("A cluster of {} GPUs, as guides have it", view.gpus), page.width),
                          Style::bold, page)
             : std::string();
  if (view.plans.empty()) text += list_item("No guide has a mix of GPUs for it.", page.width);
  for (const ClusterPlan& plan : view.plans) {
    const std::string title = fmt::format("{}: {}", plan.guide->title, plan.mix->title);
    text += '\n' + emphasised(wrapped(title, page.width), Style::bold, page);
    text += render(parts_table(plan), page, true, 2);
    text += list_item(remark(plan, view.gpus), page.width) + list_item(plan.mix->says, page.width);
  }
  if (!view.rules.empty()) text += '\n' + emphasised("What else guides say\n", Style::bold, page);
  for (const auto& [rule, guide] : view.rules) {
    text += list_item(attributed(rule->says, guide->title), page.width);
  }
  return text;
}

}  // namespace gpuadvisor
