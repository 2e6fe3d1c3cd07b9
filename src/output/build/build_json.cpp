#include "build_json_parts.hpp"

#include "build_view.hpp"
#include "build_words.hpp"
#include "output/phrases/catalog_json.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

template <class Number>
void write_number(JsonWriter& json, std::string_view key, const std::optional<Number>& number) {
  json.key(key);
  write_optional(json, number ? std::optional(static_cast<double>(*number)) : std::nullopt);
}

void write_query(JsonWriter& json, const Build& first) {
  const BuildQuestion& question = first.question;
  json.key("query").begin_object().key("workloads").begin_array(Layout::one_line);
  for (const Workload* workload : question.workloads) json.text(workload->id);
  json.end_array().key("mode").text(enum_name(question.mode));
  json.key("system_power_w").number(first.host.power.value());
  write_figure(json, "supply_w", question.supply);
  write_figure(json, "power_limit_w", question.limit);
  write_name(json, "cooling", question.cooling);
  write_number(json, "spacing", question.spacing);
  write_name(json, "deployment", question.deployment);
  write_figure(json, "system_cost_usd", question.system_cost);
  json.end_object();
}

void write_parts(JsonWriter& json, const Build& build) {
  json.key("gpus").begin_array();
  for (const auto& [gpu, count] : build.question.parts) {
    json.begin_object(Layout::one_line).key("id").text(gpu->id).key("name").text(gpu->name);
    json.key("count").number(count);
    write_figure(json, "memory_gb", memory_per_device(*gpu));
    write_figure(json, "tdp_w", gpu->tdp);
    write_figure(json, "peak_power_w", gpu->peak_power);
    write_number(json, "slots", gpu->slots);
    write_name(json, "cooling", gpu->cooling);
    json.key("pcie_gen");
    write_text_or_null(json, gpu->pcie_gen);
    write_figure(json, "nvlink_gbs", gpu->nvlink);
    json.end_object();
  }
  json.end_array();
  json.key("machines").begin_array(Layout::one_line);
  for (const int gpus : build.machines) json.number(gpus);
  json.end_array();
}

void write_speedup(JsonWriter& json, const ExpectedSpeedup& speedup, bool is_vendor_measured) {
  json.key("speedup").begin_object(Layout::one_line).key("count").number(speedup.count).key("factor");
  write_optional(json, speedup.factor);
  json.key("low");
  write_optional(json, speedup.low);
  json.key("high");
  write_optional(json, speedup.high);
  json.key("basis").text(enum_name(speedup.basis)).key("measurements").number(speedup.measurements);
  json.key("vendor_measured").boolean(is_vendor_measured).key("guide");
  write_optional(json, speedup.guide);
  json.key("sources").begin_array();
  for (const auto source : speedup.sources) json.text(source);
  json.end_array().end_object();
}

void write_speeds(JsonWriter& json, const Build& build) {
  json.key("speeds").begin_array();
  for (const BuildSpeed& speed : build.speeds) {
    json.begin_object().key("workload").text(speed.workload->id);
    json.key("speed_is").text(speed.is_by_index ? "performance" : "priority").key("one_gpu");
    write_optional(json, speed.one_speed);
    json.key("performance");
    write_performance(json, speed.workload->id, speed.one);
    write_speedup(json, speed.speedup, speed.is_vendor_measured);
    json.key("times");
    write_optional(json, speed.times);
    json.key("limit_factor");
    write_optional(json, speed.limit_speed);
    json.key("speed");
    write_optional(json, speed.speed);
    json.key("value");
    const bool is_told = speed.speed && build.deciding && build.deciding->total > Usd{0};
    write_optional(json, is_told ? std::optional(*speed.speed / build.deciding->total.value() * 1000) : std::nullopt);
    json.end_object();
  }
  json.end_array();
}

void write_finding(JsonWriter& json, const std::optional<SupplyFinding>& finding) {
  json.key("supply");
  if (!finding) {
    json.null();
    return;
  }
  json.begin_object(Layout::one_line).key("supply_w").number(finding->supply.value());
  json.key("headroom_w").number(finding->headroom.value()).key("headroom_share").number(finding->share);
  json.key("verdict").text(enum_name(finding->verdict)).end_object();
}

void write_recommendation(JsonWriter& json, const std::optional<MachineSupply>& found) {
  json.key("recommendation");
  if (!found) {
    json.null();
    return;
  }
  json.begin_object(Layout::one_line).key("supply_w").number(found->total().value());
  write_figure(json, "standard_supply_w", standard_supply(found->total()));
  json.key("gpu").text(found->first->id).key("one_w").number(found->one.supply.value());
  json.key("saved_w").number(found->saved.value()).key("further_w").number(found->further.value());
  json.key("basis").text(found->one.is_estimated ? "estimated" : "vendor").key("sources").begin_array();
  for (const auto source : found->one.sources) json.text(source);
  json.end_array().end_object();
}

void write_power(JsonWriter& json, const Build& build) {
  const BuildPower& power = build.power;
  json.key("power").begin_object();
  write_figure(json, "gpus_w", power.need ? std::optional(power.need->gpus) : std::nullopt);
  json.key("system_w").number(build.host.power.value()).key("system_source");
  write_text_or_null(json, build.host.source);
  write_figure(json, "total_w", power.need ? std::optional(power.need->total()) : std::nullopt);
  write_figure(json, "limit_w", build.question.limit);
  json.key("saved_w").number(power.saved.value());
  write_finding(json, power.supply);
  write_figure(json, "advised_supply_w", power.advised);
  write_recommendation(json, power.recommended);
  json.key("limits").begin_array();
  for (const auto& [limit, need, saved, supply] : power.tried) {
    json.begin_object().key("limit_w").number(limit->limit.value()).key("speed");
    write_optional(json, limit->speed ? std::optional(limit->speed->value()) : std::nullopt);
    json.key("measured");
    write_text_or_null(json, limit->measured);
    write_number(json, "count", limit->count);
    json.key("gpus_w").number(need.gpus.value()).key("total_w").number(need.total().value());
    json.key("saved_w").number(saved.value());
    write_finding(json, supply);
    json.key("says").text(limit->says).key("guide").text(limit->guide);
    json.key("source").text(limit->source).end_object();
  }
  json.end_array().key("guides").begin_array();
  for (const PowerSupplyRule* rule : power.said) {
    json.begin_object(Layout::one_line).key("supply_w").number(rule->supply.value());
    write_figure(json, "limit_w", rule->limit);
    json.key("enough").boolean(rule->enough).key("says").text(rule->says);
    json.key("guide").text(rule->guide).key("source").text(rule->source).end_object();
  }
  json.end_array().end_object();
}

void write_heat(JsonWriter& json, const Build& build) {
  json.key("heat").begin_array();
  for (const auto& [gpu, cooling, rule] : build.heat) {
    json.begin_object().key("gpu").text(gpu->id).key("cooling").text(enum_name(cooling));
    json.key("adjacent_from").number(rule->adjacent_from).key("possible").boolean(rule->possible);
    write_name(json, "advises", rule->advises);
    json.key("says").text(rule->says).key("guide").text(rule->guide);
    json.key("source").text(rule->source).end_object();
  }
  json.end_array().key("slots");
  if (!build.slots) {
    json.null();
    return;
  }
  json.begin_object(Layout::one_line).key("needed").number(build.slots->needed);
  json.key("available").number(build.slots->available).key("fits").boolean(build.slots->fits());
  json.key("reference_board").boolean(build.has_other_cooler()).end_object();
}

void write_build_price(JsonWriter& json, const Build& build, const BuildPrice& price) {
  json.begin_object().key("gpus_usd").number(price.gpus.value()).key("total_usd").number(price.total.value());
  json.key("each").begin_array();
  for (std::size_t i = 0; i < price.each.size(); ++i) {
    json.begin_object(Layout::one_line).key("gpu").text(build.question.parts[i].gpu->id);
    json.key("condition").text(enum_name(price.each[i].condition)).key("price");
    write_price(json, price.each[i]);
    json.end_object();
  }
  json.end_array().end_object();
}

void write_prices(JsonWriter& json, const Build& build) {
  json.key("prices").begin_array();
  for (const BuildPrice& price : build.prices) write_build_price(json, build, price);
  json.end_array().key("value_price");
  if (build.deciding) {
    write_build_price(json, build, *build.deciding);
  } else {
    json.null();
  }
}

void write_licence(JsonWriter& json, const Build& build) {
  json.key("licence").begin_array();
  for (const DeploymentRule* rule : build.licence) {
    json.begin_object(Layout::one_line).key("deployment").text(enum_name(rule->deployment));
    json.key("terms").text(rule->terms).key("source").text(rule->source).end_object();
  }
  json.end_array();
}

void write_rule(JsonWriter& json, const GuideRule& rule) {
  json.key("id").text(rule.id).key("topic").text(enum_name(rule.topic));
  json.key("says").text(rule.says).key("steps").begin_array();
  for (const auto step : rule.steps) json.text(step);
  json.end_array().key("guide").text(rule.guide).key("source").text(rule.source);
}

void write_statements(JsonWriter& json, const Build& build, const Catalog& catalog) {
  json.key("rules").begin_array();
  for (const GuideRule* rule : build.rules) {
    json.begin_object(Layout::one_line);
    write_rule(json, *rule);
    json.key("measured_since").begin_array();
    for (const BuildSpeed* speed : measured_since(*rule, build, catalog)) {
      json.begin_object().key("workload").text(speed->workload->id).key("count").number(speed->speedup.count);
      json.key("factor").number(*speed->speedup.factor).key("measurements").number(speed->speedup.measurements);
      json.end_object();
    }
    json.end_array().end_object();
  }
  json.end_array();
}

void write_build(JsonWriter& json, const Build& build, const Catalog& catalog) {
  json.begin_object();
  write_parts(json, build);
  write_speeds(json, build);
  write_figure(json, "memory_per_gpu_gb", build.memory);
  write_figure(json, "memory_total_gb", build.total_memory);
  json.key("memory_pooled").boolean(false);
  write_power(json, build);
  write_heat(json, build);
  write_licence(json, build);
  write_prices(json, build);
  write_statements(json, build, catalog);
  json.key("warnings");
  write_warnings(json, build.warnings);
  json.end_object();
}

template <class T, class Write>
void write_pair(JsonWriter& json, std::string_view key, const std::array<std::optional<T>, 2>& pair, Write number) {
  json.key(key).begin_array(Layout::one_line);
  for (const auto& one : pair) write_optional(json, one ? std::optional(number(*one)) : std::nullopt);
  json.end_array();
}

void write_duels(JsonWriter& json, const std::vector<BuildDuel>& duels) {
  const auto itself = [](double number) { return number; };
  json.key("comparison").begin_array();
  for (const BuildDuel& duel : duels) {
    json.begin_object(Layout::one_line).key("workload").text(duel.workload->id);
    write_pair(json, "speeds", duel.speeds, itself);
    write_pair(json, "costs_usd", duel.costs, [](Usd cost) { return cost.value(); });
    write_pair(json, "values", duel.values, itself);
    write_figure(json, "flip_system_cost_usd", duel.flip);
    json.key("first_leads_above");
    if (duel.first_leads_above) {
      json.boolean(*duel.first_leads_above);
    } else {
      json.null();
    }
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_rules(JsonWriter& json, const std::vector<const GuideRule*>& rules) {
  json.key("rules").begin_array();
  for (const GuideRule* rule : rules) {
    json.begin_object(Layout::one_line);
    write_rule(json, *rule);
    json.end_object();
  }
  json.end_array();
}

std::string build_json(const BuildView& view) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "build", view.catalog, view.catalog_version);
  write_query(json, view.builds.front());
  json.key("results").begin_array();
  for (const Build& build : view.builds) write_build(json, build, view.catalog);
  json.end_array();
  write_duels(json, view.duels);
  json.key("warnings");
  write_warnings(json, view.notes);
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
