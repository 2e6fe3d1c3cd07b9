#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/formats/json_writer.hpp"
#include "gpuadvisor/report/table.hpp"

namespace gpuadvisor {

/// A value of a flat record: unknown, a number in the unit that its key names, yes or no, a text.
using Cell = std::variant<std::monostate, double, bool, std::string>;

enum class CellKind { number, boolean, text };

template <>
inline constexpr auto k_enum_names<CellKind> = std::to_array<std::string_view>({"number", "boolean", "text"});

/// A field of flat records.
struct RecordField {
  std::string_view key;  // lower case with underscores, and the unit at its end: "memory_gb"
  CellKind kind = CellKind::text;
  std::string_view meaning{};  // in a few words
};

/// Flat records for other programs: fields, and rows with a cell for each. Cells are of their field's kind or unknown.
struct Records {
  std::vector<RecordField> fields;
  std::vector<std::vector<Cell>> rows;
};

/// RFC 4180 with line feeds: plain numbers at full precision, `true` and `false`, an empty field for what is unknown.
[[nodiscard]] std::string records_csv(const Records& records, bool header);

/// IANA text/tab-separated-values. The format has no quoting: a tab or a line break in a text becomes a blank.
[[nodiscard]] std::string records_tsv(const Records& records, bool header);

/// JSON Lines: each row as one object on a line of its own, `null` for what is unknown.
[[nodiscard]] std::string records_json_lines(const Records& records);

/// One JSON array of them, an object per line.
[[nodiscard]] std::string records_json(const Records& records);

/// One row as a one-line object.
void write_record(JsonWriter& json, const std::vector<RecordField>& fields, const std::vector<Cell>& row);

/// The records as people read them, for render() and markdown_table(): keys as titles, numbers rounded and to the
/// right, unless all of a column are whole; yes and no; a dash for what is unknown. Texts may wrap.
[[nodiscard]] Table records_table(const Records& records);

}  // namespace gpuadvisor
