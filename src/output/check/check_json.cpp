#include "check_view.hpp"
#include "gpuadvisor/formats/json_writer.hpp"
#include "output/phrases/catalog_json.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

void write_count(JsonWriter& json, std::string_view key, std::size_t count) {
  json.key(key).number(static_cast<double>(count));
}

/// A line or a column, or null for 0.
void write_position(JsonWriter& json, std::string_view key, int position) {
  json.key(key);
  write_optional(json, position > 0 ? std::optional<double>(position) : std::optional<double>());
}

void write_query(JsonWriter& json, const CheckView& view) {
  json.key("query").begin_object().key("paths").begin_array(Layout::one_line);
  for (const auto& path : view.paths) json.text(path);
  json.end_array().key("disabled").begin_array(Layout::one_line);
  for (const auto& rule : view.disabled) json.text(rule);
  json.end_array().key("config");
  write_text_or_null(json, view.config);
  json.key("severity").text(enum_name(view.least));
  json.key("strict").boolean(view.strict).key("max_warnings");
  write_optional(json, view.max_warnings ? std::optional<double>(static_cast<double>(*view.max_warnings))
                                         : std::optional<double>());
  json.key("fix").boolean(view.fixes).key("dry_run").boolean(view.dry_run).end_object();
}

void write_mended(JsonWriter& json, const CheckView& view) {
  json.key("mended").begin_array();
  for (const MendedFile& file : view.mended) {
    json.begin_object(Layout::one_line).key("file").text(file.file).key("faults").begin_array();
    for (const FormFault fault : file.faults) json.text(enum_name(fault));
    json.end_array().key("written").boolean(!view.dry_run).end_object();
  }
  json.end_array();
}

void write_summary(JsonWriter& json, const CheckView& view) {
  const CheckReport& report = view.report;
  json.key("summary").begin_object().key("passes").boolean(view.passes());
  write_count(json, "errors", report.count(Severity::error));
  write_count(json, "warnings", report.count(Severity::warning));
  write_count(json, "notes", report.count(Severity::note));
  write_count(json, "excepted", report.excepted);
  write_count(json, "unlisted", report.unlisted);
  write_count(json, "left_out", report.left_out);
  json.key("judged").boolean(report.was_judged);
  write_count(json, "files", report.files);
  write_count(json, "gpus", report.gpus);
  write_count(json, "prices", report.prices);
  write_count(json, "measurements", report.measurements);
  json.end_object();
}

void write_finding(JsonWriter& json, const Finding& finding) {
  json.begin_object().key("rule").text(finding.rule).key("severity").text(enum_name(finding.severity));
  json.key("file").text(finding.place.file);
  write_position(json, "line", finding.place.line);
  write_position(json, "column", finding.place.column);
  json.key("pointer");
  write_text_or_null(json, finding.place.pointer);
  json.key("subject");
  write_text_or_null(json, finding.subject);
  json.key("message").text(finding.message).end_object();
}

}  // namespace

std::string check_json(const CheckView& view) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "check", view.catalog, view.version);
  write_query(json, view);
  write_summary(json, view);
  write_mended(json, view);
  json.key("results").begin_array();
  for (const Finding& finding : view.report.findings) {
    if (view.shows(finding)) write_finding(json, finding);
  }
  json.end_array().key("warnings");
  write_warnings(json, {});
  json.end_object();
  return json.take();
}

std::string rules_json(const Catalog& catalog, std::string_view version) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "check rules", catalog, version);
  json.key("query").begin_object().end_object();
  json.key("results").begin_array();
  for (const Rule* rule : rules()) {
    json.begin_object().key("rule").text(rule->id).key("severity").text(enum_name(rule->severity));
    json.key("title").text(rule->title).key("explanation").text(rule->explanation).end_object();
  }
  json.end_array().key("warnings");
  write_warnings(json, {});
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
