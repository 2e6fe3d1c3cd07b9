#include "catalog_json.hpp"

#include "shared_records.hpp"

namespace gpuadvisor {

using Layout = JsonWriter::Layout;

void write_preamble(JsonWriter& json, std::string_view command, const Catalog& catalog, std::string_view version) {
  json.key("schema_version").number(1);
  json.key("command").text(command);
  write_value(json.key("catalog"), value_of(stamp_of(catalog, version)));
}

void write_text_or_null(JsonWriter& json, std::string_view text) {
  if (text.empty()) {
    json.null();
  } else {
    json.text(text);
  }
}

void write_optional(JsonWriter& json, std::optional<double> number) {
  if (number) {
    json.number(*number);
  } else {
    json.null();
  }
}

void write_names(JsonWriter& json, const std::vector<std::string>& names) {
  json.begin_array(Layout::one_line);
  for (const auto& name : names) json.text(name);
  json.end_array();
}

void write_price(JsonWriter& json, const std::optional<PriceEstimate>& price) {
  write_value(json, price ? value_of(*price) : Value{});
}

void write_price(JsonWriter& json, const Offer& offer) {
  write_value(json, offer.price ? value_of(RowPrice{&offer}) : Value{});
}

void write_performance(JsonWriter& json, std::string_view workload, const std::optional<Performance>& performance) {
  write_value(json, performance ? value_of(WorkloadSpeed{workload, &*performance}) : Value{});
}

void write_priority(JsonWriter& json, const std::optional<PriorityScore>& priority) {
  write_value(json, priority ? value_of(*priority) : Value{});
}

void write_warnings(JsonWriter& json, const std::vector<Warning>& warnings) {
  json.begin_array();
  for (const Warning& warning : warnings) write_value(json, value_of(warning));
  json.end_array();
}

}  // namespace gpuadvisor
