#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// In what a file is not in canonical form (docs/data.md, Canonical form).
enum class FormFault : unsigned char { record_order, member_order, numbers, texts, white_space };

template <>
inline constexpr auto k_enum_names<FormFault> = std::to_array<std::string_view>({"record-order", "member-order",
                                                                                 "numbers", "texts", "white-space"});

/// A file in canonical form, and what in it was not so.
struct CanonicalText {
  std::string text;
  std::vector<FormFault> faults;  // in the order of the enumeration; none: the text is the document's own
};

/// A data file (`.json` or `.csv`) in canonical form: the order of records and members, the spelling of numbers and
/// texts, and blanks; nothing else changes, which is asserted. Others come back as they are. Requires a document that
/// can be read. The canonical form of a canonical text is itself.
[[nodiscard]] CanonicalText canonical_text(const CatalogDocument& document);

/// The first line in which two texts differ, from 1. Requires texts that do.
[[nodiscard]] int first_different_line(std::string_view a, std::string_view b);

}  // namespace gpuadvisor
