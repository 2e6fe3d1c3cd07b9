#include <fmt/format.h>

#include <algorithm>

#include "check_message.hpp"
#include "check_view.hpp"
#include "core/contains.hpp"
#include "gpuadvisor/formats/json_writer.hpp"
#include "plain_path.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// Of the standard with its first errata.
constexpr std::string_view k_schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Where the file is, as a reference (RFC 3986): relative to the folder that the program was called in, or absolute. Of
/// a path, what is not unreserved is percent-encoded, byte by byte.
std::string uri(const CheckView& view, std::string_view file) {
  const bool reads_standard_input = contains(view.paths, "-");
  if (reads_standard_input && file == "standard input") return "file:///dev/stdin";
  constexpr std::string_view k_plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string result(file.starts_with('/') ? "file://" : "");
  for (const char c : plain_path(file)) {
    if (k_plain.find(c) != std::string_view::npos) {
      result += c;
    } else {
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return result;
}

void write_message(JsonWriter& json, std::string_view key, std::string_view text) {
  json.key(key).begin_object(Layout::one_line).key("text").text(text).end_object();
}

void write_rules(JsonWriter& json) {
  json.key("rules").begin_array();
  for (const Rule* rule : rules()) {
    json.begin_object().key("id").text(rule->id);
    write_message(json, "shortDescription", rule->title);
    write_message(json, "fullDescription", rule->explanation);
    write_message(json, "help", rule->explanation);  // which GitHub's code scanning shows
    json.key("defaultConfiguration").begin_object(Layout::one_line).key("level").text(enum_name(rule->severity));
    json.end_object().end_object();
  }
  json.end_array();
}

void write_location(JsonWriter& json, const CheckView& view, const Place& place) {
  json.key("locations").begin_array().begin_object().key("physicalLocation").begin_object();
  json.key("artifactLocation").begin_object(Layout::one_line).key("uri").text(uri(view, place.file)).end_object();
  if (place.line > 0) {
    json.key("region").begin_object(Layout::one_line).key("startLine").number(place.line);
    if (place.column > 0) json.key("startColumn").number(place.column);
    json.end_object();
  }
  json.end_object();
  if (!place.pointer.empty()) {
    json.key("logicalLocations").begin_array().begin_object(Layout::one_line);
    json.key("fullyQualifiedName").text(place.pointer).end_object().end_array();
  }
  json.end_object().end_array();
}

void write_result(JsonWriter& json, const CheckView& view, const Finding& finding) {
  const auto all = rules();
  const auto at = std::find_if(all.begin(), all.end(), [&](const Rule* one) { return one->id == finding.rule; });
  json.begin_object().key("ruleId").text(finding.rule);
  json.key("ruleIndex").number(static_cast<double>(at - all.begin()));
  json.key("level").text(enum_name(finding.severity));
  write_message(json, "message", check_message(finding));
  write_location(json, view, finding.place);
  json.end_object();
}

}  // namespace

std::string check_sarif(const CheckView& view) {
  JsonWriter json;
  json.begin_object().key("$schema").text(k_schema);
  json.key("version").text("2.1.0").key("runs").begin_array().begin_object();
  json.key("tool").begin_object().key("driver").begin_object().key("name").text("gpuadvisor");
  json.key("version").text(view.catalog.version);
  write_rules(json);
  json.end_object().end_object().key("columnKind").text("unicodeCodePoints").key("results").begin_array();
  for (const Finding& finding : view.report.findings) {
    if (view.shows(finding)) write_result(json, view, finding);
  }
  json.end_array().end_object().end_array().end_object();
  return json.take();
}

}  // namespace gpuadvisor
