#pragma once

#include <string>
#include <string_view>

namespace gpuadvisor::cli {

// Text in the language of manual pages, see man(7).

/// `text` as it is.
[[nodiscard]] std::string roff(std::string_view text);

/// Lines of running text as one, with `commands` in bold.
[[nodiscard]] std::string roff_prose(std::string_view text);

/// Paragraphs, of which indented lines keep their form.
[[nodiscard]] std::string roff_paragraphs(std::string_view text);

/// Lines that keep their form.
[[nodiscard]] std::string roff_verbatim(std::string_view lines);

/// A line and, indented below it, what it means.
[[nodiscard]] std::string roff_item(std::string_view tag, std::string_view meaning);

}  // namespace gpuadvisor::cli
