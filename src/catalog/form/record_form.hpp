#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/field.hpp"

namespace gpuadvisor {

struct RecordForm;

/// A member of a record in a data file.
struct MemberForm {
  std::string_view key;
  const RecordForm& (*parts)() = nullptr;  // of the records in it, or of a map whose keys are fields; null: it has none
};

/// The members that a record can have, in canonical order.
struct RecordForm {
  std::vector<MemberForm> members;

  /// The place of `key` among them; behind all for one that is unknown.
  [[nodiscard]] std::size_t place(std::string_view key) const;
  /// What is known of the records in a member; null where there are none.
  [[nodiscard]] const RecordForm* parts(std::string_view key) const;
};

/// A member of a document: mostly a table.
struct TableForm {
  std::string_view key;
  const RecordForm* record = nullptr;  // null for a number or a text
  bool is_one_line = false;            // each record stands on a line of its own
};

/// All members of documents, in canonical order.
[[nodiscard]] std::span<const TableForm> table_forms();

}  // namespace gpuadvisor
