#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "gpuadvisor/report/records.hpp"
#include "record.hpp"

namespace gpuadvisor {

/// A field of flat records, and where in a result it is from: members from the outermost record on, with `[]` behind
/// each list that has a row per item ("results[].steps[].gain.low"), or `#` for the number of the item, from 1
/// ("results[].steps#"); `[0]` for the first item of a list ("results[].first[0].id"). Texts of a list are joined,
/// those of its items where `[]` is behind a list that has no rows ("results[].choices[].id").
struct FlatField {
  std::string_view key;
  std::string_view path;
  std::string_view separator = " ";  // of joined texts
  std::string_view meaning{};        // in a few words; empty: that of the member
};

/// The rows of a result: one per item of the list at `rows` ("results[].steps[]"), which names each list on the way. A
/// list marked
/// `[]?` may be empty: then its parent has a row without what its items would tell. Requires paths of members that
/// `shape` has.
[[nodiscard]] Records flat_records(const Value& result, const RecordShape& shape, std::string_view rows,
                                   const std::vector<FlatField>& fields);

/// A row as a value: its fields by key.
[[nodiscard]] Value record_value(const std::vector<RecordField>& fields, const std::vector<Cell>& row);

/// A field with its kind and meaning. Requires a path that `shape` has.
[[nodiscard]] RecordField record_field(const FlatField& field, const RecordShape& shape);

/// What a field is of one record, from which its path begins.
[[nodiscard]] Cell cell_at(const Value& record, const FlatField& field);

}  // namespace gpuadvisor
