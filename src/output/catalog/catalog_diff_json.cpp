#include <string>
#include <type_traits>
#include <variant>

#include "catalog_diff_view.hpp"
#include "output/phrases/catalog_json.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

void write_value(JsonWriter& json, const FieldValue& value) {
  std::visit(
      [&]<class T>(const T& held) {
        if constexpr (std::is_same_v<T, std::monostate>) {
          json.null();
        } else if constexpr (std::is_same_v<T, bool>) {
          json.boolean(held);
        } else if constexpr (std::is_same_v<T, double>) {
          json.number(held);
        } else if constexpr (std::is_same_v<T, std::string>) {
          json.text(held);
        } else {
          write_names(json, held);
        }
      },
      value);
}

void write_count(JsonWriter& json, std::string_view key, std::size_t count) {
  json.key(key).number(static_cast<double>(count));
}

void write_change(JsonWriter& json, const RecordChange& change) {
  json.begin_object();
  json.key("change").text(enum_name(change.kind));
  json.key("key").begin_object(Layout::one_line);
  for (const KeyField& one : change.key) {
    json.key(one.field);
    write_value(json, one.value);
  }
  json.end_object().key("fields").begin_array();
  for (const FieldChange& one : change.fields) {
    json.begin_object(Layout::one_line).key("field").text(one.field).key("old");
    write_value(json, one.before);
    json.key("new");
    write_value(json, one.after);
    json.key("old_source");
    write_text_or_null(json, one.source_before);
    json.key("new_source");
    write_text_or_null(json, one.source_after);
    json.end_object();
  }
  json.end_array().end_object();
}

void write_table(JsonWriter& json, const TableDiff& table) {
  json.begin_object().key("table").text(table.table);
  write_count(json, "old_records", table.before);
  write_count(json, "new_records", table.after);
  for (const auto kind : {RecordChangeKind::added, RecordChangeKind::removed, RecordChangeKind::changed}) {
    write_count(json, enum_name(kind), table.count(kind));
  }
  json.key("changes").begin_array();
  for (const RecordChange& change : table.changes) write_change(json, change);
  json.end_array().end_object();
}

void write_advised(JsonWriter& json, std::string_view key, const std::optional<AdvisedOffer>& offer) {
  json.key(key);
  if (!offer) {
    json.null();
    return;
  }
  json.begin_object(Layout::one_line).key("rank").number(offer->rank);
  write_figure(json, "price_usd", offer->price);
  json.key("speed");
  write_optional(json, offer->speed);
  json.end_object();
}

void write_gpu_name(JsonWriter& json, const Gpu& gpu) { json.key("id").text(gpu.id).key("name").text(gpu.name); }

void write_first(JsonWriter& json, std::string_view key, const FirstOffer& first) {
  json.key(key);
  if (first.gpu == nullptr) {
    json.null();
    return;
  }
  json.begin_object(Layout::one_line);
  write_gpu_name(json, *first.gpu);
  write_name(json, "condition", first.condition);
  json.end_object();
}

void write_answer(JsonWriter& json, const AnswerDiff& answer) {
  json.begin_object().key("workload").text(answer.workload);
  write_figure(json, "budget_usd", answer.budget);
  write_count(json, "old_rows", answer.rows_before);
  write_count(json, "new_rows", answer.rows_after);
  json.key("first_changed").boolean(answer.has_new_first());
  write_first(json, "old_first", answer.first_before);
  write_first(json, "new_first", answer.first_after);
  json.key("moves").begin_array();
  for (const RankChange& move : answer.moves) {
    json.begin_object(Layout::one_line);
    write_gpu_name(json, *move.gpu);
    write_name(json, "condition", move.condition);
    json.key("enters_top").boolean(move.enters_top()).key("leaves_top").boolean(move.leaves_top());
    write_advised(json, "old", move.before);
    write_advised(json, "new", move.after);
    json.end_object();
  }
  json.end_array().end_object();
}

void write_affordability(JsonWriter& json, std::string_view key, const std::vector<AffordabilityChange>& changes) {
  json.key(key).begin_array();
  for (const AffordabilityChange& change : changes) {
    json.begin_object();
    write_gpu_name(json, *change.gpu);
    const auto write_side = [&](const std::string& side, const std::optional<PriceEstimate>& price) {
      json.key(side + "_condition");
      write_text_or_null(json, price ? enum_name(price->condition) : std::string_view());
      json.key(side + "_price");
      write_price(json, price);
    };
    write_side("old", change.price_before);
    write_side("new", change.price_after);
    json.end_object();
  }
  json.end_array();
}

void write_query(JsonWriter& json, const CatalogDiffReport& report) {
  json.key("query").begin_object();
  json.key("old").text(report.before.name).key("new").text(report.after.name);
  json.key("overlay").boolean(report.is_overlay);
  json.key("workloads").begin_array(Layout::one_line);
  for (const auto workload : report.questions.workloads) json.text(workload);
  json.end_array().key("budgets_usd").begin_array(Layout::one_line);
  for (const auto& budget : report.questions.budgets) {
    write_optional(json, budget ? std::optional(budget->value()) : std::nullopt);
  }
  json.end_array().end_object();
}

void write_old_catalog(JsonWriter& json, const ComparedCatalog& compared) {
  json.key("old_catalog").begin_object(Layout::one_line).key("as_of");
  const auto& day = compared.catalog.as_of();
  write_text_or_null(json, day ? text(*day) : std::string());
  write_count(json, "gpus", compared.catalog.gpus().size());
  json.key("version").text(compared.version).end_object();
}

}  // namespace

std::string catalog_diff_json(const CatalogDiffReport& report) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "catalog diff", report.after.catalog, report.after.version);
  write_old_catalog(json, report.before);
  write_query(json, report);
  json.key("differs").boolean(!report.records.is_empty());
  json.key("reordered").boolean(report.records.is_reordered);
  json.key("results").begin_array();
  for (const TableDiff& table : report.records.tables) write_table(json, table);
  json.end_array().key("advice").begin_array();
  for (const AnswerDiff& answer : report.advice.answers) write_answer(json, answer);
  json.end_array().key("affordability").begin_array();
  for (const AffordabilityDiff& diff : report.advice.affordability) {
    json.begin_object().key("budget_usd").number(diff.budget.value());
    write_affordability(json, "gained", diff.gained);
    write_affordability(json, "lost", diff.lost);
    json.end_object();
  }
  json.end_array().key("warnings");
  write_warnings(json, {});
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
