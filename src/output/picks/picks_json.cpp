#include "picks_json.hpp"

#include "output/phrases/catalog_json.hpp"
#include "picks_view.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

void write_pick(JsonWriter& json, const PricedPick& priced) {
  const PersonaPick& pick = *priced.pick;
  json.begin_object().key("id").text(priced.gpu->id).key("name").text(priced.gpu->name);
  json.key("count").number(pick.count.value_or(1)).key("role").text(enum_name(pick.role));
  write_name(json, "condition", pick.condition);
  json.key("share");
  write_optional(json, pick.share);
  json.key("share_to");
  write_optional(json, pick.share_to);
  json.key("note");
  write_text_or_null(json, pick.note);
  json.key("price_then");
  write_price(json, priced.then);
  json.key("price_now");
  write_price(json, priced.now);
  json.key("advised_against");
  write_text_or_null(json, priced.avoidance == nullptr ? std::string_view() : priced.avoidance->reason);
  json.end_object();
}

void write_next_steps(JsonWriter& json, const Persona& persona) {
  json.key("next_steps").begin_array();
  for (const NextStep& step : persona.next_steps) {
    json.begin_object(Layout::one_line).key("after_months").number(step.after_months).key("to_months");
    write_optional(json, step.to_months ? std::optional<double>(*step.to_months) : std::nullopt);
    json.key("action").text(step.action).end_object();
  }
  json.end_array();
}

void write_guide(JsonWriter& json, const Guide& guide, const Catalog& catalog) {
  const auto personas = catalog.tables().guides.personas;
  int buyers = 0;
  for (const Persona& persona : personas) buyers += persona.guide == guide.id ? 1 : 0;
  json.begin_object().key("id").text(guide.id).key("title").text(guide.title).key("author").text(guide.author);
  json.key("date");
  write_text_or_null(json, guide.date ? guide.date->text() : std::string());
  json.key("covers");
  write_text_or_null(json, guide.covers);
  json.key("buyers").number(buyers).key("source").text(guide.source).end_object();
}

void write_type(JsonWriter& json, const PersonaType& type) {
  json.begin_object().key("id").text(type.id).key("title").text(type.title).key("reason").text(type.reason);
  json.key("buys_none").boolean(type.buys_none).key("workload").text(type.workload);
  json.key("rank_by").text(enum_name(type.rank_by));
  write_figure(json, "budget_usd", type.budget);
  json.key("budget_share");
  write_optional(json, type.budget_share);
  write_figure(json, "min_memory_gb", type.min_memory);
  json.key("memory_share");
  write_optional(json, type.memory_share);
  write_name(json, "condition", type.condition);
  write_name(json, "segment", type.segment);
  write_name(json, "deployment", type.deployment);
  json.key("heeds_avoidances").boolean(type.heeds_avoidances);
  write_name(json, "phase", type.phase);
  json.key("source");
  write_text_or_null(json, type.source);
  json.end_object();
}

/// The candidate at a place from 0 with its warnings; null for none.
void write_place(JsonWriter& json, const PersonaAnswer& answer, std::size_t place, const Catalog& catalog) {
  if (place >= answer.candidates.size()) {
    json.null();
    return;
  }
  const Offer& offer = answer.candidates[place].offer;
  const auto warnings = candidate_warnings(offer, answer.request, catalog);
  write_candidate(json, &offer, &warnings);
}

}  // namespace

void write_candidate(JsonWriter& json, const Offer* offer, const std::vector<Warning>* warnings) {
  if (offer == nullptr) {
    json.null();
    return;
  }
  const auto memory = memory_per_device(*offer->gpu);
  json.begin_object().key("id").text(offer->gpu->id).key("name").text(offer->gpu->name).key("memory_gb");
  write_optional(json, memory ? std::optional(memory->value()) : std::nullopt);
  json.key("speed");
  write_optional(json, offer->speed);
  json.key("value");
  write_optional(json, value(*offer));
  json.key("condition").text(enum_name(offer->price->condition)).key("price");
  write_price(json, offer->price);
  if (warnings != nullptr) {
    json.key("warnings");
    write_warnings(json, *warnings);
  }
  json.end_object();
}

void write_asked(JsonWriter& json, const PersonaType& type, const Request& request) {
  json.key("asked");
  if (type.buys_none) {
    json.null();
    return;
  }
  json.begin_object(Layout::one_line).key("workload").text(request.workload);
  write_figure(json, "budget_usd", request.budget);
  write_figure(json, "min_memory_gb", request.min_memory);
  write_name(json, "segment", type.segment);
  write_name(json, "deployment", request.deployment);
  write_name(json, "condition", request.condition);
  json.key("heeds_avoidances").boolean(request.exclude != nullptr);
  json.key("rank_by").text(enum_name(request.rank_by)).end_object();
}

void write_advice(JsonWriter& json, const GuideAdvice& advice) {
  const Persona& persona = *advice.persona;
  json.begin_object().key("guide").text(persona.guide).key("date");
  write_text_or_null(json, advice.guide->date ? advice.guide->date->text() : std::string());
  json.key("persona").text(persona.id).key("title").text(persona.title).key("type");
  write_text_or_null(json, persona.type);
  json.key("tldr").boolean(persona.tldr);
  write_figure(json, "budget_usd", persona.budget);
  write_figure(json, "budget_to_usd", persona.budget_to);
  json.key("budget_text");
  write_text_or_null(json, persona.budget_text);
  json.key("picks").begin_array();
  for (const PricedPick& priced : advice.picks) write_pick(json, priced);
  json.end_array().key("fallbacks").begin_array(Layout::one_line);
  for (const auto id : persona.fallbacks) json.text(id);
  json.end_array();
  write_name(json, "cooling", persona.cooling);
  json.key("precision");
  write_text_or_null(json, persona.precision);
  write_next_steps(json, persona);
  json.key("advice").text(persona.advice).key("source").text(persona.source).end_object();
}

std::string picks_json(const PicksView& view) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "picks", view.catalog, view.catalog_version);
  json.key("query").begin_object().key("persona");
  write_text_or_null(json, view.persona);
  write_figure(json, "budget_usd", view.budget);
  json.end_object().key("results").begin_array();
  for (const TypePick& pick : view.picks) {
    json.begin_object().key("type").text(pick.type->id).key("title").text(pick.type->title);
    json.key("reason").text(pick.type->reason);
    write_asked(json, *pick.type, pick.answer.request);
    json.key("candidates").number(static_cast<double>(pick.answer.candidates.size())).key("pick");
    write_place(json, pick.answer, 0, view.catalog);
    json.key("runner_up");
    write_place(json, pick.answer, 1, view.catalog);
    json.key("said").begin_array();
    for (const GuideAdvice& advice : pick.said) write_advice(json, advice);
    json.end_array().end_object();
  }
  json.end_array().key("warnings");
  write_warnings(json, {});
  json.end_object();
  return json.take();
}

std::string guide_picks_json(const GuidePicksView& view) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "picks guide", view.catalog, view.catalog_version);
  json.key("query").begin_object(Layout::one_line).key("guide").text(view.guide.id).key("persona");
  write_text_or_null(json, view.persona);
  write_figure(json, "budget_usd", view.budget);
  json.key("all").boolean(view.all).end_object();
  json.key("left_out").number(static_cast<double>(view.left_out)).key("results").begin_array();
  for (const GuideAdvice& advice : view.advice) write_advice(json, advice);
  json.end_array().key("warnings");
  std::vector<Warning> warnings;
  if (!view.note.empty()) warnings.push_back({"not-covered", std::string(view.note)});
  write_warnings(json, warnings);
  json.end_object();
  return json.take();
}

std::string picks_list_json(const PicksListView& view) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "picks list", view.catalog, view.catalog_version);
  json.key("query").begin_object().end_object().key("types").begin_array();
  for (const PersonaType& type : view.catalog.tables().guides.persona_types) write_type(json, type);
  json.end_array().key("results").begin_array();
  for (const Guide& guide : view.catalog.tables().guides.guides) write_guide(json, guide, view.catalog);
  json.end_array().key("warnings");
  write_warnings(json, {});
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
