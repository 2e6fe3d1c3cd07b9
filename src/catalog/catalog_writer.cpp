#include "gpuadvisor/catalog/catalog_writer.hpp"

#include "record_writer.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

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
