#include "catalog_writer.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

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

/// The records in the order of data files (file_order.hpp), where that is not the catalog's own.
template <class Record, class Key>
std::vector<Record> sorted(std::span<const Record> records, Key key) {
  std::vector<Record> in_order(records.begin(), records.end());
  std::stable_sort(in_order.begin(), in_order.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  return in_order;
}

std::vector<Gpu> in_file_order(std::span<const Gpu> gpus) {
  return sorted(gpus, [](const Gpu& gpu) { return std::tuple(gpu.released, gpu.id); });
}

std::vector<Price> in_file_order(std::span<const Price> prices) {
  return sorted(prices, [](const Price& p) {
    return std::tuple(p.gpu, p.date, enum_name(p.condition), enum_name(p.kind), p.price.value(), p.source, p.note,
                      p.region);
  });
}

std::vector<SupportEvent> in_file_order(std::span<const SupportEvent> events) {
  return sorted(events, [](const SupportEvent& e) {
    return std::tuple(e.vendor, e.architecture, e.stack, e.date, enum_name(e.event),
                      std::vector<std::string_view>(e.targets.begin(), e.targets.end()), e.version, e.source, e.note);
  });
}

std::vector<Speedup> in_file_order(std::span<const Speedup> speedups) {
  return sorted(speedups, [](const Speedup& s) { return std::tuple(s.workload, enum_name(s.basis), s.count); });
}

void write_score_tables(JsonWriter& json, std::span<const ScoreModel> models, std::span<const Score> scores,
                        std::span<const Speedup> speedups) {
  write_table(json, "score_models", models, Layout::one_line);
  write_table(json, "scores", scores, Layout::one_line);
  write_table<Speedup>(json, "speedups", in_file_order(speedups), Layout::one_line);
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
  write_table<Gpu>(json, "gpus", in_file_order(tables.gpus), Layout::lines);
  write_table<Price>(json, "prices", in_file_order(tables.prices), Layout::one_line);
  write_table<SupportEvent>(json, "support", in_file_order(tables.support), Layout::one_line);
  if (tables.reference) {
    json.key("reference");
    write_record(json, *tables.reference, Layout::lines);
  }
  if (!tables.default_workload.empty()) json.key("default_workload").text(tables.default_workload);
  write_table(json, "workloads", tables.workloads, Layout::one_line);
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
