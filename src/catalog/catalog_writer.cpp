#include "gpuadvisor/catalog/catalog_writer.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

void write_value(JsonWriter& json, std::string_view value) { json.text(value); }
void write_value(JsonWriter& json, bool value) { json.boolean(value); }
void write_value(JsonWriter& json, int value) { json.number(value); }
void write_value(JsonWriter& json, double value) { json.number(value); }
void write_value(JsonWriter& json, const PartialDate& value) { json.text(value.text()); }

template <class Unit>
void write_value(JsonWriter& json, Quantity<Unit> value) {
  json.number(value.value());
}

template <class E>
requires std::is_enum_v<E>
void write_value(JsonWriter& json, E value) { json.text(enum_name(value)); }

void write_value(JsonWriter& json, std::span<const std::string_view> values) {
  json.begin_array(Layout::one_line);
  for (const auto value : values) json.text(value);
  json.end_array();
}

void write_value(JsonWriter& json, std::span<const double> values) {
  json.begin_array(Layout::one_line);
  for (const double value : values) json.number(value);
  json.end_array();
}

void write_value(JsonWriter& json, const PriorityOrder& order) {
  json.begin_array(Layout::one_line);
  for (const Criterion criterion : order) json.text(enum_name(criterion));
  json.end_array();
}

void write_value(JsonWriter& json, std::span<const FieldSource> sources) {
  json.begin_object(Layout::one_line);
  for (const auto& exception : sources) json.key(exception.field).text(exception.source);
  json.end_object();
}

template <class T>
void write_value(JsonWriter& json, const std::optional<T>& value) {
  write_value(json, *value);
}

template <class Record>
void write_record(JsonWriter& json, const Record& record, Layout layout);

template <class Record>
requires(k_field_count<Record> > 0) void write_value(JsonWriter& json, std::span<const Record> records) {
  json.begin_array(Layout::one_line);
  for (const Record& record : records) write_record(json, record, Layout::one_line);
  json.end_array();
}

/// Absent values are not written, unless their field is required: unknown is absent, and so is "no".
bool is_absent(bool value) { return !value; }
template <class T>
requires requires(const T& value) { value.empty(); }
bool is_absent(const T& value) { return value.empty(); }
template <class T>
bool is_absent(const std::optional<T>& value) {
  return !value.has_value();
}
template <class T>
bool is_absent(const T& /*value*/) {
  return false;
}

template <class Record>
void write_record(JsonWriter& json, const Record& record, Layout layout) {
  json.begin_object(layout);
  for_each_field<Record>([&](const auto& field, std::size_t) {
    const auto& value = record.*field.member;
    if (!field.required && is_absent(value)) return;
    json.key(field.key);
    write_value(json, value);
  });
  json.end_object();
}

template <class Record>
void write_table(JsonWriter& json, std::string_view key, std::span<const Record> records, Layout layout) {
  if (records.empty()) return;
  json.key(key).begin_array();
  for (const Record& record : records) write_record(json, record, layout);
  json.end_array();
}

void write_score_tables(JsonWriter& json, std::span<const ScoreModel> models, std::span<const Score> scores,
                        std::span<const Speedup> speedups) {
  write_table(json, "score_models", models, Layout::one_line);
  write_table(json, "scores", scores, Layout::one_line);
  write_table(json, "speedups", speedups, Layout::one_line);
}

}  // namespace

void write_gpu(JsonWriter& json, const Gpu& gpu) { write_record(json, gpu, Layout::lines); }
void write_price_quote(JsonWriter& json, const Price& price) { write_record(json, price, Layout::one_line); }
void write_source(JsonWriter& json, const Source& source) { write_record(json, source, Layout::lines); }

std::string write_scores(std::span<const ScoreModel> models, std::span<const Score> scores,
                         std::span<const Speedup> speedups) {
  JsonWriter json;
  json.begin_object();
  write_score_tables(json, models, scores, speedups);
  json.end_object();
  return json.take();
}

std::string write_catalog(const Catalog& catalog) {
  const CatalogTables& tables = catalog.tables();
  JsonWriter json;
  json.begin_object();
  json.key("schema_version").number(1);
  write_table(json, "sources", tables.sources, Layout::lines);
  write_table(json, "gpus", tables.gpus, Layout::lines);
  write_table(json, "prices", tables.prices, Layout::one_line);
  write_table(json, "support", tables.support, Layout::one_line);
  if (tables.reference) {
    json.key("reference");
    write_record(json, *tables.reference, Layout::lines);
  }
  if (!tables.default_workload.empty()) json.key("default_workload").text(tables.default_workload);
  write_table(json, "workloads", tables.workloads, Layout::lines);
  write_table(json, "memory_floors", tables.memory_floors, Layout::one_line);
  write_table(json, "deployment_rules", tables.deployment_rules, Layout::lines);
  write_table(json, "features", tables.features, Layout::lines);
  write_table(json, "architecture_features", tables.architecture_features, Layout::one_line);
  write_table(json, "feature_figures", tables.feature_figures, Layout::one_line);
  write_table(json, "models", tables.networks, Layout::lines);
  write_score_tables(json, tables.score_models, tables.scores, tables.speedups);
  for_each_guide_table(
      [&](const auto& table) { write_table(json, table.key, tables.guides.*table.records, Layout::lines); });
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
