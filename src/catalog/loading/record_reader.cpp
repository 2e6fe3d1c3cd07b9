#include "record_reader.hpp"

namespace gpuadvisor {

ParsedObject read_fields(std::span<const CatalogField> fields, void* record, const Json& node, const JsonPlace& place,
                         Problems& problems, TextStorage& storage) {
  ParsedObject parsed{{}, &node, place};
  ObjectReader reader(node, place, problems);
  std::vector<std::string_view> keys;
  keys.reserve(fields.size());
  for (const CatalogField& field : fields) {
    parsed.present[keys.size()] = field.read(reader, record, storage);
    keys.push_back(field.key);
  }
  reader.refuse_unknown(keys);
  return parsed;
}

void report_missing(std::span<const CatalogField> fields, const ParsedObject& parsed, Problems& problems) {
  if (parsed.node->kind != Json::Kind::object) return;
  for (const CatalogField& field : fields) {
    if (!field.is_required || parsed.node->find(field.key) != nullptr) continue;
    problems.add(parsed.place, "expected a field \"" + std::string(field.key) + "\", found none");
  }
}

}  // namespace gpuadvisor
