#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "catalog/form/catalog_diff.hpp"

// Records of any type by their fields, so that code which reads, compares or sorts records is compiled once.

namespace gpuadvisor {

class ObjectReader;
class TextStorage;

/// A field of records whose type only its functions know.
struct CatalogField {
  std::string_view key;
  bool is_required;
  /// Stores what an object has for it, if that is usable, and tells whether it was.
  bool (*read)(ObjectReader& reader, void* record, TextStorage& storage);
  void (*copy)(void* to, const void* from);
  FieldValue (*value)(const void* record);
};

/// The fields of a record in canonical order, for the records of tables, the reference card and datasets.
template <class Record>
[[nodiscard]] std::span<const CatalogField> record_fields();

/// Records of one type, side by side.
class RecordRows {
 public:
  template <class Record>
  explicit RecordRows(std::span<const Record> records)
      : m_fields(record_fields<Record>()), m_first(records.data()), m_count(records.size()), m_size(sizeof(Record)) {}

  [[nodiscard]] std::size_t size() const { return m_count; }
  [[nodiscard]] const void* operator[](std::size_t row) const {
    return static_cast<const std::byte*>(m_first) + row * m_size;
  }
  [[nodiscard]] std::span<const CatalogField> fields() const { return m_fields; }

 private:
  std::span<const CatalogField> m_fields;
  const void* m_first;
  std::size_t m_count;
  std::size_t m_size;  // of a record
};

/// What fields hold.
using Values = std::vector<FieldValue>;

/// All fields of a record.
[[nodiscard]] Values values_of(const void* record, std::span<const CatalogField> fields);
/// Those called `names`, in the order of these.
[[nodiscard]] Values values_of(const void* record, std::span<const CatalogField> fields,
                               std::span<const std::string_view> names);

}  // namespace gpuadvisor
