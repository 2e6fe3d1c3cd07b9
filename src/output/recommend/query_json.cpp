#include "answer_json_parts.hpp"
#include "output/phrases/catalog_json.hpp"
#include "wanted_job_json.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

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

/// A need in 32 bits, and the factor it is counted with; null where none was named.
void write_need(JsonWriter& json, const std::optional<NeedIn32Bits>& need) {
  json.key("need_in_32_bits");
  if (!need) {
    json.null();
    return;
  }
  json.begin_object(Layout::one_line).key("memory_gb").number(need->memory.value()).key("fp16_factor");
  write_optional(json, need->factor);
  json.key("factor_is_asked").boolean(need->factor_is_asked);
  for (const auto& [key, member] : {std::pair("guide", &GuideRule::guide), std::pair("rule", &GuideRule::id)}) {
    json.key(key);
    if (need->rule == nullptr) {
      json.null();
    } else {
      json.text(need->rule->*member);
    }
  }
  json.end_object();
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
  write_figure(json, "budget_usd", request.budget);
  write_range(json, "price_usd", request.price);
  write_figure(json, "min_memory_gb", request.min_memory);
  write_need(json, request.need);
  write_range(json, "memory_gb", request.memory);
  json.key("vendors");
  write_names(json, request.vendors);
  write_enumerators(json, "segments", request.segments);
  write_patterns(json, "only", request.only);
  write_patterns(json, "exclude", request.exclude);
  json.key("condition").text(request.condition ? enum_name(*request.condition) : "any");
  write_figure(json, "max_power_w", request.max_power);
  write_range(json, "power_w", request.power);
  write_figure(json, "supply_w", request.supply);
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
  json.key("features");
  write_names(json, request.features);
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
  write_wanted_job(json, request);
  write_filters(json, request);
  json.key("installable").boolean(request.installable);
  json.key("support").text(enum_name(request.support.value_or(Support::any)));
  write_figure(json, "memory_floor_gb",
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

}  // namespace gpuadvisor
