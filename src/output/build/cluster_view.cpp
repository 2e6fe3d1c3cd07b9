#include <fmt/format.h>

#include "build_json_parts.hpp"
#include "build_view.hpp"
#include "build_words.hpp"
#include "core/text.hpp"
#include "output/phrases/catalog_json.hpp"
#include "report/list_item.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// "66 % to 80 %", "80 %".
std::string share_text(const MixPart& part) {
  const std::string from = fmt::format("{:.0f} %", 100 * part.share);
  return part.share_to ? fmt::format("{} to {:.0f} %", from, 100 * *part.share_to) : from;
}

/// The names of a part: any of its GPUs.
std::string names_of(const MixPart& part, const Catalog& catalog) {
  std::vector<std::string> names;
  for (const auto id : part.gpus) {
    const Gpu* gpu = catalog.gpu(id);
    names.emplace_back(gpu == nullptr ? id : short_name(*gpu));
  }
  return enumeration(names, "or");
}

std::string count_text(const PartCount& count) {
  return count.from == count.to ? std::to_string(count.from) : fmt::format("{} to {}", count.from, count.to);
}

Table parts_table(const ClusterPlan& plan, const Catalog& catalog) {
  Table table{{{"GPU", false, true}, {fmt::format("share of {}", plan.mix->shares_of)}, {"GPUs", true}}, {}};
  for (std::size_t i = 0; i < plan.mix->parts.size(); ++i) {
    const MixPart& part = plan.mix->parts[i];
    table.rows.push_back(
        {names_of(part, catalog), share_text(part), plan.counts ? count_text((*plan.counts)[i]) : "-"});
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

void write_counts(JsonWriter& json, const ClusterPlan& plan, std::size_t place) {
  const auto count = [&](std::string_view key, int PartCount::*member) {
    json.key(key);
    write_optional(json,
                   plan.counts ? std::optional(static_cast<double>((*plan.counts)[place].*member)) : std::nullopt);
  };
  count("gpus_from", &PartCount::from);
  count("gpus_to", &PartCount::to);
  count("gpus_chosen", &PartCount::chosen);
}

void write_plan(JsonWriter& json, const ClusterPlan& plan, const Catalog& catalog) {
  const ClusterMix& mix = *plan.mix;
  json.begin_object().key("guide").text(mix.guide).key("guide_title").text(guide_text(mix.guide, catalog));
  json.key("id").text(mix.id).key("title").text(mix.title).key("shares_of").text(mix.shares_of);
  json.key("gpus_per_node").number(plan.unit);
  json.key("parts").begin_array();
  for (std::size_t i = 0; i < mix.parts.size(); ++i) {
    const MixPart& part = mix.parts[i];
    json.begin_object(Layout::one_line).key("gpus").begin_array();
    for (const auto id : part.gpus) json.text(id);
    json.end_array().key("share").number(part.share).key("share_to");
    write_optional(json, part.share_to);
    write_counts(json, plan, i);
    json.end_object();
  }
  json.end_array().key("next_gpus");
  write_optional(json, plan.next ? std::optional(static_cast<double>(*plan.next)) : std::nullopt);
  json.key("says").text(mix.says).key("source").text(mix.source).end_object();
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
    const std::string title = fmt::format("{}: {}", guide_text(plan.mix->guide, view.catalog), plan.mix->title);
    text += '\n' + emphasised(wrapped(title, page.width), Style::bold, page);
    text += render(parts_table(plan, view.catalog), page, true, 2);
    text += list_item(remark(plan, view.gpus), page.width) + list_item(plan.mix->says, page.width);
  }
  if (!view.rules.empty()) text += '\n' + emphasised("What else guides say\n", Style::bold, page);
  for (const GuideRule* rule : view.rules) {
    text += list_item(attributed(rule->says, rule->guide, view.catalog), page.width);
  }
  return text;
}

std::string cluster_json(const ClusterView& view) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "build cluster", view.catalog, view.catalog_version);
  json.key("query").begin_object().key("gpus").number(view.gpus).key("guides").begin_array(Layout::one_line);
  for (const Guide* guide : view.guides) json.text(guide->id);
  json.end_array().end_object().key("results").begin_array();
  for (const ClusterPlan& plan : view.plans) write_plan(json, plan, view.catalog);
  json.end_array();
  write_rules(json, view.rules);
  json.key("warnings");
  write_warnings(json, {});
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
