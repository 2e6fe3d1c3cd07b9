#pragma once

#include <bitset>
#include <string_view>

#include "catalog/records/catalog_storage.hpp"
#include "catalog/records/record_fields.hpp"
#include "core/text.hpp"
#include "formats/json_reader.hpp"

namespace gpuadvisor {

constexpr std::size_t k_most_fields = 64;  // of a record

/// What a document has for a record: perhaps only some of its fields.
struct ParsedObject {
  std::bitset<k_most_fields> present;  // by index of field
  const Json* node = nullptr;          // for naming places in later problems
  JsonPlace place;
};

template <class Record>
struct ParsedRecord : ParsedObject {
  Record record{};
};

/// Reads what `node` gives of `record`; required fields may be missing (see report_missing).
[[nodiscard]] ParsedObject read_fields(std::span<const CatalogField> fields, void* record, const Json& node,
                                       const JsonPlace& place, Problems& problems, TextStorage& storage);

template <class Record>
ParsedRecord<Record> read_record(const Json& node, const JsonPlace& place, Problems& problems, TextStorage& storage) {
  ParsedRecord<Record> parsed;
  static_cast<ParsedObject&>(parsed) =
      read_fields(record_fields<Record>(), &parsed.record, node, place, problems, storage);
  return parsed;
}

/// Reports each required field that the object does not have.
void report_missing(std::span<const CatalogField> fields, const ParsedObject& parsed, Problems& problems);

}  // namespace gpuadvisor
