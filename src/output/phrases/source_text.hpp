#pragma once

#include <string>
#include <string_view>

#include "gpuadvisor/catalog/source_usage.hpp"
#include "gpuadvisor/report/table.hpp"

namespace gpuadvisor {

/// What a grade means, in a few words.
[[nodiscard]] std::string_view meaning(SourceGrade grade);

/// A grade as people read it: "shop", "from memory".
[[nodiscard]] std::string_view grade_word(SourceGrade grade);

/// The credit that the licence of a source asks for; empty where none is stated, and for CC0, which asks for none.
///
/// CC BY wants title, author, licence with its address, and that changes are told (its section 3(a)); MIT and
/// Apache-2.0 want their notices kept with copies of the work. Single figures are no such copies, but naming all does
/// no harm.
[[nodiscard]] std::string attribution(const Source& source);

/// "Title, Publisher, 2026-10-10".
[[nodiscard]] std::string source_title(const Source& source);

/// `specs of 12 GPUs; 44 prices, 2025-06 to 2026-10`; `names_fields`: the figures by their keys instead of the GPUs.
[[nodiscard]] std::string supplies_text(const SourceUsage& usage, bool names_fields);

/// All that is known of a source, but for its title and id: what it is and its text, with a title for both.
[[nodiscard]] Table source_table(const SourceUsage& usage, bool names_fields);

}  // namespace gpuadvisor
