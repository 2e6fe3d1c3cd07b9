#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/report/records.hpp"
#include "record.hpp"

namespace gpuadvisor {

/// The rows of a result: one per item of the list at `rows` ("results[].steps[]"), which names each list on the way. A
/// list marked `[]?` may be empty: then its parent has a row without what its items would tell.
///
/// A field is named, and where in the result it is from: "gain_low: gain.low", or the path alone where its last member
/// is the name. A path begins at the item of the row where that has such a member, or at the nearest record around it.
/// `#` is for the number of the item, from 1 ("steps#"); `[0]` for the first item of a list ("first[0].id"). Texts of a
/// list, or of its items ("choices[].id"), are joined by a blank, or by what is between the brackets ("gpus[;]").
/// Requires paths of members that `shape` has.
[[nodiscard]] Records flat_records(const Value& result, const RecordShape& shape, std::string_view rows,
                                   std::span<const std::string_view> fields);

/// The rows that a type of result is described with. Requires some.
template <class T>
[[nodiscard]] Records flat_records(const T& result) {
  const FlatRows<T>& rows = record<T>().rows_of(result);
  return flat_records(value_of(result), record<T>().shape(), rows.items, rows.fields);
}

/// A row as a value: its fields by key.
[[nodiscard]] Value record_value(const std::vector<RecordField>& fields, const std::vector<Cell>& row);

/// A field of one record: its path begins there; texts of a list are joined.
struct FlatField {
  std::string_view key;
  std::string_view path;
  std::string_view separator = " ";  // of joined texts
  std::string_view meaning{};        // in a few words; empty: that of the member
};

/// A field with its kind and meaning. Requires a path that `shape` has.
[[nodiscard]] RecordField record_field(const FlatField& field, const RecordShape& shape);

/// What a field is of one record.
[[nodiscard]] Cell cell_at(const Value& record, const FlatField& field);

}  // namespace gpuadvisor
