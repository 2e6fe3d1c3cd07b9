#include "csv.hpp"

#include <string_view>

#include "core/text.hpp"

namespace gpuadvisor {
namespace {

std::string csv_field(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos && !field.starts_with(k_byte_order_mark)) return field;
  std::string quoted = "\"";
  for (const char c : field) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::string csv_record(std::span<const std::string> fields) {
  if (fields.size() == 1 && fields.front().empty()) return "\"\"\n";  // many readers skip an empty line
  std::string record;
  for (const auto& field : fields) {
    if (&field != fields.data()) record += ',';
    record += csv_field(field);
  }
  return record + '\n';
}

}  // namespace gpuadvisor
