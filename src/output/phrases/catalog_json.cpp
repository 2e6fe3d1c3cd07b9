#include "catalog_json.hpp"

#include "shared_records.hpp"

namespace gpuadvisor {

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

}  // namespace gpuadvisor
