#include "output/phrases/catalog_json.hpp"
#include "output/recommend/answer_json_parts.hpp"
#include "upgrade_text.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

void write_question(JsonWriter& json, const UpgradeQuestion& question) {
  json.key("query").begin_object().key("gpu").text(question.owned->id).key("workloads").begin_array(Layout::one_line);
  for (const Workload* workload : question.workloads) json.text(workload->id);
  json.end_array().key("least_gain").number(question.least_gain).key("large").boolean(question.is_large);
  write_figure(json, "budget_usd", question.asked.budget);
  json.end_object();
}

void write_owned(JsonWriter& json, const UpgradeView& view) {
  const Gpu& gpu = *view.upgrade.question.owned;
  json.key("owned").begin_object().key("id").text(gpu.id).key("name").text(gpu.name);
  write_figure(json, "memory_per_device_gb", memory_per_device(gpu));
  json.key("resale");
  write_price(json, view.upgrade.resale);
  json.end_object();
}

void write_ratio(JsonWriter& json, const RatioEstimate& ratio) {
  json.begin_object(Layout::one_line).key("ratio").number(ratio.ratio).key("low");
  write_optional(json, ratio.low);
  json.key("high");
  write_optional(json, ratio.high);
  json.end_object();
}

void write_step(JsonWriter& json, const UpgradeStep& step, const WorkloadUpgrade& answer, const UpgradeView& view) {
  const Gpu& gpu = *step.offer.gpu;
  json.begin_object().key("id").text(gpu.id).key("name").text(gpu.name);
  json.key("condition").text(enum_name(step.offer.price->condition));
  write_figure(json, "memory_per_device_gb", memory_per_device(gpu));
  json.key("speed").number(*step.offer.speed).key("performance");
  write_performance(json, answer.workload->id, step.performance);
  json.key("gain");
  write_ratio(json, step.gain);
  json.key("price");
  write_price(json, step.offer.price);
  json.key("cost_usd").number(step.cost.value());
  write_figure(json, "cost_per_point_usd", step.cost_per_point);
  json.key("within_budget").boolean(step.is_within_budget).key("warnings");
  write_warnings(json, warnings_of(step, answer, view));
  json.end_object();
}

void write_guides(JsonWriter& json, const WorkloadUpgrade& answer, const UpgradeView& view) {
  json.key("guides");
  if (!answer.guides) {
    json.null();
    return;
  }
  const GuideUpgrade& guides = *answer.guides;
  json.begin_object().key("advice").text(enum_name(guides.advice)).key("reason").text(guides_reason(answer, view));
  json.key("guide").text(guides.guide->id).key("title").text(guides.guide->title).key("date");
  write_text_or_null(json, guides.guide->date ? guides.guide->date->text() : std::string());
  json.key("rule").text(guides.rule->id).key("says").text(guides.rule->says);
  json.key("owned_at_least").text(guides.rule->owned).key("speed_of_that");
  write_optional(json, guides.speed_of_least);
  json.key("excepted").boolean(guides.is_excepted).key("source").text(guides.rule->source).end_object();
}

void write_answer(JsonWriter& json, const WorkloadUpgrade& answer, const UpgradeView& view) {
  json.begin_object().key("workload").text(answer.workload->id);
  const Answer none;
  write_query(json, AnswerView{"upgrade", view.catalog, view.catalog_version, answer.request, none});
  json.key("speed");
  write_optional(json, answer.speed);
  json.key("performance");
  write_performance(json, answer.workload->id, answer.performance);
  write_guides(json, answer, view);
  json.key("today").begin_object(Layout::one_line).key("advice").text(enum_name(answer.today));
  json.key("reason").text(today_reason(answer, view)).end_object();
  json.key("candidates").number(static_cast<double>(answer.candidates)).key("steps").begin_array();
  for (const UpgradeStep& step : answer.steps) write_step(json, step, answer, view);
  json.end_array().key("fastest");
  if (answer.fastest) {
    write_step(json, *answer.fastest, answer, view);
  } else {
    json.null();
  }
  json.end_object();
}

}  // namespace

std::string upgrade_json(const UpgradeView& view) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "upgrade", view.catalog, view.catalog_version);
  write_question(json, view.upgrade.question);
  write_owned(json, view);
  json.key("results").begin_array();
  for (const WorkloadUpgrade& answer : view.upgrade.workloads) write_answer(json, answer, view);
  json.end_array().key("warnings");
  write_warnings(json, view.notes);
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
