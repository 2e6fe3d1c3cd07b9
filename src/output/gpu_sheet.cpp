#include "gpuadvisor/output/gpu_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "catalog_json.hpp"
#include "gpu_fields_text.hpp"
#include "gpuadvisor/catalog/catalog_writer.hpp"
#include "gpuadvisor/formats/csv.hpp"
#include "gpuadvisor/output/number_text.hpp"
#include "gpuadvisor/output/table.hpp"

namespace gpuadvisor {
namespace {

struct WorkloadScore {
  const Workload* workload;
  std::optional<PriorityScore> priority;
};

std::vector<WorkloadScore> scores(const GpuSheet& sheet) {
  std::vector<WorkloadScore> found;
  for (const Workload& workload : sheet.catalog.tables().workloads) {
    const Weights weights = weights_of(workload, sheet.catalog);
    found.push_back({&workload, priority_score(sheet.gpu, weights, *sheet.catalog.tables().reference)});
  }
  return found;
}

/// Quotes, newest first.
std::vector<const Price*> quotes(const GpuSheet& sheet) {
  std::vector<const Price*> found;
  for (const Price& price : sheet.catalog.prices_of(sheet.gpu)) found.push_back(&price);
  std::stable_sort(found.begin(), found.end(), [](const Price* a, const Price* b) { return a->date > b->date; });
  return found;
}

/// Every source that the sheet cites, by id.
std::vector<const Source*> cited_sources(const GpuSheet& sheet) {
  std::set<std::string_view> ids = {sheet.gpu.source};
  for (const auto& exception : sheet.gpu.sources) ids.insert(exception.source);
  ids.insert(sheet.gpu.further_sources.begin(), sheet.gpu.further_sources.end());
  for (const Price* quote : quotes(sheet)) ids.insert(quote->source);
  std::vector<const Source*> cited;
  for (const auto id : ids) {
    if (const Source* source = sheet.catalog.source(id)) cited.push_back(source);
  }
  return cited;
}

Table figures_table(const GpuSheet& sheet) {
  Table table{{{"figure"}, {"value", false, true}, {"source"}}, {}};
  for (auto& [key, value, source] : field_texts(sheet.gpu)) {
    table.rows.push_back({std::string(key), std::move(value), std::string(source)});
  }
  return table;
}

Table price_table(const GpuSheet& sheet) {
  Table table{{{"price", true}, {"condition"}, {"low", true}, {"high", true}, {"quotes", true}, {"as of"}, {"age"}},
              {}};
  for (const PriceEstimate& price : price_estimates(sheet.gpu, sheet.catalog)) {
    table.rows.push_back({money(price.median), std::string(enum_name(price.condition)), money(price.low),
                          money(price.high), std::to_string(price.quotes.size()), price.newest().text(),
                          std::string(price.kind == PriceKind::msrp ? "list price" : enum_name(price.age))});
  }
  return table;
}

Table quote_table(const GpuSheet& sheet) {
  Table table{{{"quote", true}, {"date"}, {"condition"}, {"kind"}, {"in"}, {"source"}, {"note", false, true}}, {}};
  for (const Price* quote : quotes(sheet)) {
    table.rows.push_back({money(quote->price), quote->date.text(), std::string(enum_name(quote->condition)),
                          std::string(enum_name(quote->kind)), std::string(quote->region), std::string(quote->source),
                          std::string(quote->note)});
  }
  return table;
}

Table score_table(const GpuSheet& sheet) {
  Table table{{{"score", true}, {"workload"}, {"as"}}, {}};
  for (const auto& [workload, priority] : scores(sheet)) {
    table.rows.push_back({or_dash(priority, [](const auto& p) { return fmt::format("{:.3f}", p.score); }),
                          std::string(workload->id), std::string(workload->title)});
  }
  return table;
}

std::string source_list(const GpuSheet& sheet, std::size_t width) {
  std::string text;
  for (const Source* source : cited_sources(sheet)) {
    std::string line = fmt::format("{}: {}, {}", source->id, source->title, source->publisher);
    if (source->date) line += ", " + source->date->text();
    text += wrapped(fmt::format("{} [{}]", line, enum_name(source->grade)), width);
  }
  return text;
}

std::string section(std::string_view title, const Table& table, std::size_t width) {
  if (table.rows.empty()) return {};
  return fmt::format("\n{}\n{}", title, render(table, width, true, 2));
}

}  // namespace

std::string gpu_sheet_table(const GpuSheet& sheet, std::size_t width) {
  std::string text = fmt::format("{} ({})\n", sheet.gpu.name, sheet.gpu.id);
  text += section("Figures", figures_table(sheet), width);
  const auto reference = sheet.catalog.tables().reference->gpu;
  text += section(fmt::format("Priority score, {} = 1", reference), score_table(sheet), width);
  if (const auto reason = missing_criteria(sheet.gpu); !reason.empty()) text += "  " + reason + '\n';
  text += section("Price: median of the newest three months that have quotes", price_table(sheet), width);
  text += section("Quotes, newest first", quote_table(sheet), width);
  return text + "\nSources\n" + source_list(sheet, width);
}

std::string gpu_sheet_json(const GpuSheet& sheet) {
  using Layout = JsonWriter::Layout;
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "show", sheet.catalog, sheet.catalog_version);
  json.key("query").begin_object(Layout::one_line).key("gpu").text(sheet.gpu.id).end_object();
  json.key("results").begin_array().begin_object();
  json.key("gpu");
  write_gpu(json, sheet.gpu);
  json.key("priority").begin_object();
  for (const auto& [workload, priority] : scores(sheet)) {
    json.key(workload->id);
    write_priority(json, priority);
  }
  json.end_object().key("prices").begin_array();
  for (const PriceEstimate& price : price_estimates(sheet.gpu, sheet.catalog)) {
    json.begin_object(Layout::one_line).key("condition").text(enum_name(price.condition)).key("price");
    write_price(json, price);
    json.end_object();
  }
  json.end_array().key("quotes").begin_array();
  for (const Price* quote : quotes(sheet)) write_price_quote(json, *quote);
  json.end_array().key("sources").begin_array();
  for (const Source* source : cited_sources(sheet)) write_source(json, *source);
  json.end_array().key("warnings");
  write_warnings(json, warnings({&sheet.gpu, std::nullopt, std::nullopt}, sheet.catalog));
  json.end_object().end_array().key("warnings");
  write_warnings(json, {});
  json.end_object();
  return json.take();
}

std::string gpu_sheet_csv(const GpuSheet& sheet, bool header) {
  std::string text = header ? csv_record(std::vector<std::string>{"field", "value", "source"}) : std::string();
  for (auto& [key, value, source] : field_texts(sheet.gpu)) {
    text += csv_record(std::vector<std::string>{std::string(key), std::move(value), std::string(source)});
  }
  return text;
}

}  // namespace gpuadvisor
