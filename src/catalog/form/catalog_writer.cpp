#include "catalog_writer.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "catalog/records/catalog_tables.hpp"
#include "catalog/records/record_fields.hpp"
#include "record_writer.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// Where the records of a table stand in data files, as places in the catalog.
std::vector<std::size_t> in_file_order(const RecordRows& rows, const TableRules& rules) {
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto members = words(rules.sorted_by);
  if (members.empty()) return order;
  std::vector<Values> keys;
  keys.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) keys.push_back(values_of(rows[i], rows.fields(), members));
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  return order;
}

template <class Record>
void write_table(JsonWriter& json, const TableRules& rules, std::span<const Record> records) {
  if (records.empty()) return;
  json.key(rules.key).begin_array();
  for (const std::size_t place : in_file_order(RecordRows(records), rules)) {
    write_record(json, records[place], rules.is_one_line ? Layout::one_line : Layout::lines);
  }
  json.end_array();
}

void write_tables(JsonWriter& json, const CatalogTables& tables) {
  for_each_table([&]<class Record>(const CatalogTable<Record>& table) {
    if (table.rules.key == k_table_behind_reference) {
      if (tables.reference) write_record(json.key("reference"), *tables.reference, Layout::lines);
      if (!tables.default_workload.empty()) json.key("default_workload").text(tables.default_workload);
    }
    write_table(json, table.rules, tables.of<Record>());
  });
}

std::string document_of(const CatalogTables& tables) {
  JsonWriter json;
  json.begin_object();
  write_tables(json, tables);
  json.end_object();
  return json.take();
}

}  // namespace

void write_gpu(JsonWriter& json, const Gpu& gpu) { write_record(json, gpu, Layout::lines); }
void write_price_quote(JsonWriter& json, const Price& price) { write_record(json, price, Layout::one_line); }
void write_source(JsonWriter& json, const Source& source) { write_record(json, source, Layout::lines); }

std::string write_scores(std::span<const ScoreModel> models, std::span<const Score> scores,
                         std::span<const Speedup> speedups) {
  CatalogTables tables;
  tables.of<ScoreModel>() = models;
  tables.of<Score>() = scores;
  tables.of<Speedup>() = speedups;
  return document_of(tables);
}

std::string write_levels(std::span<const PriceLevel> levels, std::span<const MarketMonth> months) {
  CatalogTables tables;
  tables.of<PriceLevel>() = levels;
  tables.of<MarketMonth>() = months;
  return document_of(tables);
}

std::string write_catalog(const Catalog& catalog) {
  JsonWriter json;
  json.begin_object();
  json.key("schema_version").number(1);
  write_tables(json, catalog.tables());
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
