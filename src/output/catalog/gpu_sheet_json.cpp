#include <algorithm>
#include <string_view>
#include <vector>

#include "catalog/form/catalog_writer.hpp"
#include "gpu_sheet_parts.hpp"
#include "output/phrases/catalog_json.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// Every source that the sheet cites, in the order in which it does.
std::vector<std::string_view> cited_sources(const GpuSheet& sheet) {
  std::vector<std::string_view> ids;
  const auto cite = [&](std::string_view id) {
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
  };
  cite(sheet.gpu.source);
  for (const auto& exception : sheet.gpu.sources) cite(exception.source);
  for (const auto source : sheet.gpu.further_sources) cite(source);
  for_each_performance(sheet, [&](const Workload&, ScorePrecision, const Performance& performance) {
    std::for_each(performance.sources.begin(), performance.sources.end(), cite);
  });
  for (const Price* quote : quotes(sheet)) cite(quote->source);
  return ids;
}

void write_sheet(JsonWriter& json, const GpuSheet& sheet) {
  json.begin_object().key("gpu");
  write_gpu(json, sheet.gpu);
  json.key("performance").begin_array();
  for_each_performance(sheet, [&](const Workload& workload, ScorePrecision precision, const Performance& performance) {
    json.begin_object().key("precision").text(enum_name(precision)).key("performance");
    write_performance(json, workload.id, performance);
    json.end_object();
  });
  json.end_array();
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
  for (const auto id : cited_sources(sheet)) {
    if (const Source* source = sheet.catalog.source(id)) write_source(json, *source);
  }
  json.end_array().key("warnings");
  write_warnings(json, sheet_warnings(sheet));
  json.end_object();
}

}  // namespace

std::string gpu_sheets_json(std::span<const GpuSheet> sheets) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "show", sheets.front().catalog, sheets.front().catalog_version);
  json.key("query").begin_object(Layout::one_line).key("gpus").begin_array(Layout::one_line);
  for (const GpuSheet& sheet : sheets) json.text(sheet.gpu.id);
  json.end_array().end_object();
  json.key("results").begin_array();
  for (const GpuSheet& sheet : sheets) write_sheet(json, sheet);
  json.end_array().key("warnings");
  std::vector<Warning> notes;
  for (const GpuSheet& sheet : sheets) {
    if (!sheet.note.empty()) notes.push_back({"misnomer", std::string(sheet.note)});
  }
  write_warnings(json, notes);
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
