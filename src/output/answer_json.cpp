#include "catalog_json.hpp"
#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

template <class Unit>
void write_limit(JsonWriter& json, std::string_view key, const std::optional<Quantity<Unit>>& quantity) {
  json.key(key);
  write_optional(json, quantity ? std::optional(quantity->value()) : std::nullopt);
}

void write_date(JsonWriter& json, const std::optional<PartialDate>& date) {
  if (date) {
    json.text(date->text());
  } else {
    json.null();
  }
}

/// Every option in force, defaults included.
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
  write_limit(json, "budget_usd", request.budget);
  write_limit(json, "min_memory_gb", request.min_memory);
  json.key("vendors").begin_array(Layout::one_line);
  for (const auto& vendor : request.vendors) json.text(vendor);
  json.end_array().key("segments").begin_array(Layout::one_line);
  for (const Segment segment : request.segments) json.text(enum_name(segment));
  json.end_array();
  json.key("condition").text(request.condition ? enum_name(*request.condition) : "any");
  write_limit(json, "max_power_w", request.max_power);
  json.key("released").begin_object(Layout::one_line).key("from");
  write_date(json, request.released ? request.released->from : std::nullopt);
  json.key("to");
  write_date(json, request.released ? request.released->to : std::nullopt);
  json.end_object();
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

void write_row(JsonWriter& json, const RankedOffer& row, const AnswerView& view) {
  const auto& [gpu, price, score] = row.offer;
  json.begin_object();
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
  json.key("count").number(1);
  write_limit(json, "memory_gb", gpu->memory);
  json.key("performance").null();
  json.key("priority");
  write_priority(json, priority_score(*gpu, view.request.weights, *view.catalog.tables().reference));
  json.key("price");
  write_price(json, price);
  json.key("value");
  write_optional(json, value(row.offer));
  json.key("efficiency");
  write_optional(json, efficiency(row.offer));
  write_limit(json, "power_w", gpu->tdp);
  json.key("warnings");
  write_warnings(json, warnings(row.offer, view.request.weights, view.catalog));
  json.end_object();
}

}  // namespace

std::string answer_json(const AnswerView& view) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, view.command, view.catalog, view.catalog_version);
  write_query(json, view);
  json.key("results").begin_array();
  for (const RankedOffer& row : view.rows()) write_row(json, row, view);
  json.end_array();
  json.key("excluded").begin_object().key("total").number(view.answer.excluded.total);
  json.key("by_constraint").begin_object(Layout::one_line);
  for (std::size_t i = 0; i < k_constraints.size(); ++i) {
    const int count = view.answer.excluded.by_constraint[i];
    if (count > 0) json.key(k_constraints[i]).number(count);
  }
  json.end_object().key("overlapping").boolean(true).end_object();
  json.key("warnings");
  write_warnings(json, {});
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
