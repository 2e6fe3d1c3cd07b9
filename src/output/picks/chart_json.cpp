#include "chart_text.hpp"
#include "output/phrases/catalog_json.hpp"
#include "output/recommend/answer_json_parts.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

void write_steps(JsonWriter& json, const ChartWalk& walk, const Catalog& now) {
  json.key("steps").begin_array();
  for (const ChartStep& step : walk.steps) {
    const bool is_rung = step.node->kind == ChartNodeKind::rung;
    json.begin_object(Layout::one_line).key("node").text(step.node->id).key("kind").text(enum_name(step.node->kind));
    json.key("label").text(step.node->label).key("question");
    write_text_or_null(json, step.node->question);
    json.key("answer").text(step.answer).key("by_budget").boolean(step.is_by_budget).key("price");
    write_price(json, is_rung ? price_of_rung(*step.node, now) : std::nullopt);
    json.end_object();
  }
  json.end_array();
}

/// A price with its condition.
void write_dated(JsonWriter& json, std::string_view key, const std::optional<PriceEstimate>& price) {
  json.key(key);
  if (!price) {
    json.null();
    return;
  }
  json.begin_object(Layout::one_line).key("condition").text(enum_name(price->condition)).key("price");
  write_price(json, price);
  json.end_object();
}

void write_choices(JsonWriter& json, const ChartAnswer& answer) {
  json.key("choices").begin_array();
  for (const PricedChoice& choice : answer.choices) {
    json.begin_object().key("id").text(choice.choice->gpu).key("name");
    json.text(choice.gpu == nullptr ? choice.choice->gpu : choice.gpu->name).key("condition");
    write_text_or_null(json, choice.choice->condition ? enum_name(*choice.choice->condition) : std::string_view());
    json.key("share");
    write_optional(json, choice.choice->share);
    write_dated(json, "then", choice.then);
    write_dated(json, "now", choice.now);
    json.end_object();
  }
  json.end_array().key("providers").begin_array(Layout::one_line);
  for (const auto id : answer.walk.at->providers) json.text(id);
  json.end_array();
}

void write_offer(JsonWriter& json, std::string_view key, const std::optional<RankedOffer>& row) {
  json.key(key);
  if (!row) {
    json.null();
    return;
  }
  write_brief(json, row->offer);
}

void write_equivalent(JsonWriter& json, const ChartEquivalent& equivalent, const Catalog& now) {
  json.key("equivalent").begin_object().key("type");
  write_text_or_null(json, equivalent.type == nullptr ? std::string_view() : equivalent.type->id);
  json.key("buys_none").boolean(equivalent.type != nullptr && equivalent.type->buys_none);
  write_figure(json, "budget_usd", equivalent.budget);
  write_offer(json, "pick", equivalent.pick);
  write_offer(json, "runner_up", equivalent.runner_up);
  json.key("text").text(equivalent_text(equivalent, now)).end_object();
}

void write_answer(JsonWriter& json, const ChartAnswer& answer, const Catalog& now) {
  const ChartNode& end = *answer.walk.at;
  json.begin_object().key("answers").text(answers_text(answer.walk));
  write_steps(json, answer.walk, now);
  json.key("end").begin_object(Layout::one_line).key("node").text(end.id).key("kind").text(enum_name(end.kind));
  json.key("label").text(end.label).key("note");
  write_text_or_null(json, end.note);
  json.key("source").text(end.source).end_object();
  json.key("says").text(chart_says(answer));
  write_choices(json, answer);
  write_equivalent(json, answer.equivalent, now);
  json.end_object();
}

}  // namespace

std::string chart_json(const ChartView& view) {
  const Guide& guide = *view.chart.guide;
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "chart", view.catalog, view.catalog_version);
  json.key("query").begin_object(Layout::one_line).key("guide").text(guide.id);
  write_figure(json, "budget_usd", view.budget);
  json.end_object();
  json.key("guide").begin_object(Layout::one_line).key("id").text(guide.id).key("title").text(guide.title).key("date");
  write_text_or_null(json, guide.date ? guide.date->text() : std::string());
  json.key("source").text(guide.source).end_object();
  json.key("results").begin_array();
  for (const ChartAnswer& answer : view.answers) write_answer(json, answer, view.catalog);
  json.end_array().key("warnings");
  write_warnings(json, {});
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
