#include "answer_explanation.hpp"
#include "answer_json_parts.hpp"
#include "answer_notes.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "offer_fields.hpp"
#include "output/memory/job_json.hpp"
#include "output/phrases/catalog_json.hpp"
#include "wanted_job_json.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

void write_date(JsonWriter& json, const std::optional<PartialDate>& date) {
  if (date) {
    json.text(date->text());
  } else {
    json.null();
  }
}

/// What several GPUs of a row make of the speed of one; null for one.
void write_speedup(JsonWriter& json, const ExpectedSpeedup& speedup) {
  if (speedup.count == 1) {
    json.null();
    return;
  }
  json.begin_object(Layout::one_line);
  json.key("count").number(speedup.count);
  json.key("factor");
  write_optional(json, speedup.factor);
  json.key("low");
  write_optional(json, speedup.low);
  json.key("high");
  write_optional(json, speedup.high);
  json.key("basis").text(enum_name(speedup.basis));
  json.key("measurements").number(speedup.measurements);
  json.key("guide");
  write_optional(json, speedup.guide);
  json.key("sources").begin_array();
  for (const auto source : speedup.sources) json.text(source);
  json.end_array().end_object();
}

/// What tells how fast the offers of an answer are.
struct Speeds {
  explicit Speeds(const AnswerView& view)
      : offers(view.speed()), tokens(view.request.job ? std::optional(view.token_speed()) : std::nullopt) {}

  OfferSpeed offers;
  std::optional<TokenSpeed> tokens;
};

void write_row(JsonWriter& json, const RankedOffer& row, const AnswerView& view, const Speeds& speeds,
               Layout layout = Layout::lines) {
  const auto& [gpu, price, score, speed, count, fit] = row.offer;
  json.begin_object(layout);
  json.key("rank").number(row.rank);
  json.key("group").number(row.group);
  json.key("id").text(gpu->id);
  json.key("name").text(gpu->name);
  json.key("vendor").text(gpu->vendor);
  json.key("condition");
  if (price) {
    json.text(enum_name(price->condition));
  } else {
    json.null();
  }
  json.key("count").number(count);
  json.key("speedup");
  write_speedup(json, speeds.offers.speedup(count));
  json.key("speed");
  write_optional(json, speed);
  write_figure(json, "memory_gb", gpu->memory);
  json.key("performance");
  write_performance(json, view.request.workload, speeds.offers.performance(row.offer));
  write_job_fit(json, row.offer, view.request);
  write_token_rates(json, speeds.tokens ? speeds.tokens->rates(*gpu, count) : std::nullopt);
  json.key("priority");
  write_priority(json, priority_score(*gpu, view.request.weights, *view.catalog.tables().reference));
  json.key("price");
  write_price(json, row.offer);
  json.key("value");
  write_optional(json, value(row.offer));
  json.key("efficiency");
  write_optional(json, efficiency(row.offer));
  write_figure(json, "power_w", power(row.offer));
  json.key("warnings");
  write_warnings(json, warnings(row.offer, view.request.weights, view.catalog, view.request.price_rule));
  json.end_object();
}

}  // namespace

void write_brief(JsonWriter& json, const Offer& offer) {
  const auto& price = offer.price;
  json.begin_object(Layout::one_line);
  json.key("id").text(offer.gpu->id);
  json.key("name").text(offer.gpu->name);
  json.key("condition");
  if (price) {
    json.text(enum_name(price->condition));
  } else {
    json.null();
  }
  json.key("count").number(offer.count);
  write_figure(json, "memory_gb", offer.gpu->memory);
  json.key("priority");
  write_optional(json, offer.priority);
  json.key("speed");
  write_optional(json, offer.speed);
  write_figure(json, "price_usd", total_price(offer));
  write_figure(json, "price_low_usd", price ? std::optional(at_price(offer, price->low)) : std::nullopt);
  json.key("price_as_of");
  write_date(json, price ? std::optional(price->newest()) : std::nullopt);
  json.key("price_age");
  if (price) {
    json.text(enum_name(price->age));
  } else {
    json.null();
  }
  json.end_object();
}

namespace {

void write_excluded(JsonWriter& json, const Excluded& excluded) {
  json.key("excluded").begin_object().key("total").number(excluded.total);
  json.key("by_constraint").begin_object(Layout::one_line);
  for (std::size_t i = 0; i < k_constraints.size(); ++i) {
    const int count = excluded.by_constraint[i];
    if (count > 0) json.key(k_constraints[i]).number(count);
  }
  json.end_object().key("overlapping").boolean(true).end_object();
}

/// What the default constraints keep out, how to lift each, and how many only lifting several would bring in.
void write_hidden(JsonWriter& json, const Answer& answer) {
  json.key("hidden").begin_object();
  const auto write = [&](std::string_view key, const Hidden& hidden) {
    if (hidden.gpus == 0) return;
    json.key(key).begin_object();
    json.key("gpus").number(hidden.gpus);
    json.key("lift").text(lifting_options(hidden.constraints));
    json.key("best");
    write_brief(json, hidden.best);
    json.end_object();
  };
  for (const Hidden& hidden : answer.hidden) write(k_constraints[first(hidden.constraints)], hidden);
  write("several", answer.hidden_by_several);
  json.end_object();
}

void write_near_misses(JsonWriter& json, const std::vector<NearMiss>& near_misses) {
  json.key("near_misses").begin_array();
  for (const NearMiss& miss : near_misses) {
    json.begin_object();
    json.key("kind").text(enum_name(miss.kind));
    json.key("offer");
    write_brief(json, miss.offer);
    json.key("missing").begin_array();
    for (const auto& [constraint, reason] : miss.missing) {
      json.begin_object(Layout::one_line).key("constraint").text(constraint).key("reason").text(reason).end_object();
    }
    json.end_array().key("changes");
    write_names(json, miss.changes);
    json.end_object();
  }
  json.end_array();
}

/// The rows: of the fields asked for, or in full.
void write_results(JsonWriter& json, const AnswerView& view) {
  json.key("results").begin_array();
  if (view.fields.empty()) {
    const Speeds speeds(view);
    for (const RankedOffer& row : view.rows()) write_row(json, row, view, speeds);
  } else {
    const Records records = answer_records(view);
    for (const auto& row : records.rows) write_record(json, records.fields, row);
  }
  json.end_array();
}

}  // namespace

std::string answer_json(const AnswerView& view) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, view.command, view.catalog, view.catalog_version);
  write_query(json, view);
  write_results(json, view);
  json.key("first_by_priority");
  if (view.answer.first_by_priority) {
    write_brief(json, *view.answer.first_by_priority);
  } else {
    json.null();
  }
  write_excluded(json, view.answer.excluded);
  write_hidden(json, view.answer);
  write_near_misses(json, view.answer.near_misses);
  if (view.explanation != nullptr) {
    json.key("explanation");
    write_explanation(json, view);
  }
  json.key("warnings");
  write_warnings(json, answer_warnings(view));
  json.end_object();
  return json.take();
}

std::string answer_json_lines(const AnswerView& view) {
  if (!view.fields.empty()) return records_json_lines(answer_records(view));
  std::string text;
  const Speeds speeds(view);
  for (const RankedOffer& row : view.rows()) {
    JsonWriter json;
    write_row(json, row, view, speeds, Layout::one_line);
    text += json.take();
  }
  return text;
}

}  // namespace gpuadvisor
