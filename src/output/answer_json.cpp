#include "answer_explanation.hpp"
#include "answer_json_parts.hpp"
#include "answer_notes.hpp"
#include "catalog_json.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "gpuadvisor/output/offer_fields.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

template <class Unit>
void write_limit(JsonWriter& json, std::string_view key, const std::optional<Quantity<Unit>>& quantity) {
  json.key(key);
  write_optional(json, quantity ? std::optional(quantity->value()) : std::nullopt);
}

void write_names(JsonWriter& json, const std::vector<std::string>& names) {
  json.begin_array(Layout::one_line);
  for (const auto& name : names) json.text(name);
  json.end_array();
}

/// A range with its ends, null where it is open.
template <class T, class WriteEnd>
void write_range(JsonWriter& json, std::string_view key, const std::optional<Range<T>>& range, WriteEnd write_end) {
  const Range<T> ends = range.value_or(Range<T>());
  json.key(key).begin_object(Layout::one_line).key("from");
  write_end(ends.from);
  json.key("to");
  write_end(ends.to);
  json.end_object();
}

template <class Unit>
void write_range(JsonWriter& json, std::string_view key, const std::optional<Range<Quantity<Unit>>>& range) {
  write_range(json, key, range,
              [&](const auto& end) { write_optional(json, end ? std::optional(end->value()) : std::nullopt); });
}

template <class E>
void write_enumerators(JsonWriter& json, std::string_view key, const std::vector<E>& values) {
  json.key(key).begin_array(Layout::one_line);
  for (const E value : values) json.text(enum_name(value));
  json.end_array();
}

void write_patterns(JsonWriter& json, std::string_view key, const std::shared_ptr<const NamedGpus>& gpus) {
  json.key(key);
  write_names(json, gpus ? gpus->patterns() : std::vector<std::string>());
}

void write_date(JsonWriter& json, const std::optional<PartialDate>& date) {
  if (date) {
    json.text(date->text());
  } else {
    json.null();
  }
}

/// What was asked for that keeps GPUs out.
void write_filters(JsonWriter& json, const Request& request) {
  const auto write_end = [&](const auto& end) {
    if (end) {
      json.text(end->text());
    } else {
      json.null();
    }
  };
  write_limit(json, "budget_usd", request.budget);
  write_range(json, "price_usd", request.price);
  write_limit(json, "min_memory_gb", request.min_memory);
  write_range(json, "memory_gb", request.memory);
  json.key("vendors");
  write_names(json, request.vendors);
  write_enumerators(json, "segments", request.segments);
  write_patterns(json, "only", request.only);
  write_patterns(json, "exclude", request.exclude);
  json.key("condition").text(request.condition ? enum_name(*request.condition) : "any");
  write_limit(json, "max_power_w", request.max_power);
  write_range(json, "power_w", request.power);
  json.key("max_slots");
  write_optional(json, request.max_slots ? std::optional<double>(*request.max_slots) : std::nullopt);
  write_enumerators(json, "cooling", request.cooling);
  write_range(json, "released", request.released, write_end);
  json.key("forms");
  write_names(json, request.forms.value_or(std::vector<std::string>()));
  json.key("deployment");
  if (request.deployment) {
    json.text(enum_name(*request.deployment));
  } else {
    json.null();
  }
  write_range(json, "compute_capability", request.compute_capability, write_end);
}

}  // namespace

void write_query(JsonWriter& json, const AnswerView& view) {
  const Request& request = view.request;
  json.key("query").begin_object();
  json.key("workload").text(request.workload);
  json.key("own_weights").boolean(request.own_weights);
  json.key("weights").begin_object(Layout::one_line);
  for (const Criterion criterion : k_all_criteria) {
    json.key(enum_name(criterion)).number(request.weights[static_cast<std::size_t>(criterion)]);
  }
  json.end_object();
  json.key("count").begin_object(Layout::one_line);
  json.key("from").number(request.count.from).key("to").number(request.count.to).end_object();
  write_filters(json, request);
  json.key("installable").boolean(request.installable);
  json.key("support").text(enum_name(request.support.value_or(Support::any)));
  write_limit(json, "memory_floor_gb",
              request.memory_floor ? std::optional(request.memory_floor->memory) : std::nullopt);
  json.key("evidence").text(enum_name(request.evidence));
  json.key("scores");
  if (request.dataset.empty()) {
    json.null();
  } else {
    json.text(request.dataset);
  }
  json.key("precision").text(enum_name(request.precision));
  json.key("speed").text(request.by_index ? "performance" : "priority");
  json.key("rank_by").text(enum_name(request.rank_by));
  json.key("price_rule").begin_object(Layout::one_line);
  json.key("span_months").number(request.price_rule.span);
  json.key("old_after_months").number(request.price_rule.old_after);
  json.key("unusable_after_months").number(request.price_rule.unusable_after);
  json.key("list_price_for_months").number(request.price_rule.list_price_for);
  json.end_object();
  json.key("limit").number(static_cast<double>(view.limit));
  json.end_object();
}

namespace {

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

void write_row(JsonWriter& json, const RankedOffer& row, const AnswerView& view, const OfferSpeed& offer_speed,
               Layout layout = Layout::lines) {
  const auto& [gpu, price, score, speed, count] = row.offer;
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
  write_speedup(json, offer_speed.speedup(count));
  json.key("speed");
  write_optional(json, speed);
  write_limit(json, "memory_gb", gpu->memory);
  json.key("performance");
  write_performance(json, view.request.workload, offer_speed.performance(row.offer));
  json.key("priority");
  write_priority(json, priority_score(*gpu, view.request.weights, *view.catalog.tables().reference));
  json.key("price");
  write_price(json, row.offer);
  json.key("value");
  write_optional(json, value(row.offer));
  json.key("efficiency");
  write_optional(json, efficiency(row.offer));
  write_limit(json, "power_w", power(row.offer));
  json.key("warnings");
  write_warnings(json, warnings(row.offer, view.request.weights, view.catalog, view.request.price_rule));
  json.end_object();
}

/// An offer in brief: what it is and what it costs.
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
  write_limit(json, "memory_gb", offer.gpu->memory);
  json.key("priority");
  write_optional(json, offer.priority);
  json.key("speed");
  write_optional(json, offer.speed);
  write_limit(json, "price_usd", total_price(offer));
  write_limit(json, "price_low_usd", price ? std::optional(at_price(offer, price->low)) : std::nullopt);
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
    const OfferSpeed speed = view.speed();
    for (const RankedOffer& row : view.rows()) write_row(json, row, view, speed);
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
  const OfferSpeed speed = view.speed();
  for (const RankedOffer& row : view.rows()) {
    JsonWriter json;
    write_row(json, row, view, speed, Layout::one_line);
    text += json.take();
  }
  return text;
}

}  // namespace gpuadvisor
