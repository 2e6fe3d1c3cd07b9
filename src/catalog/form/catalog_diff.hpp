#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// What a field holds, as the data files write it: unknown (or "no", which they leave out as well), yes, a number in
/// the unit of its key, a text, or a list. A part of a record is its text as a JSON object.
using FieldValue = std::variant<std::monostate, bool, double, std::string, std::vector<std::string>>;

/// A field whose value two catalogs disagree on, with the ids of the sources that state it; none for what we classify
/// ourselves, and for records without a source.
struct FieldChange {
  std::string_view field;  // key in the data files
  FieldValue before;       // unknown in a record that is new
  FieldValue after;        // unknown in a record that is gone
  std::string_view source_before;
  std::string_view source_after;
};

enum class RecordChangeKind : unsigned char { added, removed, changed };

template <>
inline constexpr auto k_enum_names<RecordChangeKind> = std::to_array<std::string_view>({"added", "removed", "changed"});

/// A field that tells a record from the others of its table.
struct KeyField {
  std::string_view field;
  FieldValue value;
};

/// A record that only one of two catalogs has, or that differs.
struct RecordChange {
  RecordChangeKind kind = RecordChangeKind::changed;
  std::vector<KeyField> key;
  std::vector<FieldChange> fields;  // those that differ, in canonical order; without the key
};

/// The differences of one table.
struct TableDiff {
  std::string_view table;             // its key in the data files
  std::size_t before = 0;             // records
  std::size_t after = 0;              // records
  std::vector<RecordChange> changes;  // by key; of one key, what is gone before what is new

  [[nodiscard]] std::size_t count(RecordChangeKind kind) const;
};

/// What tells one catalog from another. Views both.
struct CatalogDiff {
  std::vector<TableDiff> tables;  // that differ, in the order of an export
  bool is_reordered = false;      // the same records, some in another order, where the order is the data's own

  [[nodiscard]] bool is_empty() const { return tables.empty() && !is_reordered; }
};

/// Compares two catalogs record by record. Records of one table meet by their key: the id where they have one; of a
/// price GPU, condition, kind, date and source. Of several with the same key, equal ones are set aside first; a single
/// one left on each side is a change, anything else removals and additions.
[[nodiscard]] CatalogDiff catalog_diff(const Catalog& before, const Catalog& after);

}  // namespace gpuadvisor
