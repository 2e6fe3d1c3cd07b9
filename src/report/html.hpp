#pragma once

#include <string>
#include <string_view>

#include "gpuadvisor/report/document.hpp"

namespace gpuadvisor {

/// An element with a text in it, which is escaped; attributes have a blank before them.
[[nodiscard]] std::string html_element(std::string_view name, std::string_view text, std::string_view attributes = "");

/// The blocks of a document as HTML, for a page that holds more than these. Cells of tables tell the title of their
/// column (data-title), for a page too narrow for columns.
[[nodiscard]] std::string html_blocks(const Document& document);

}  // namespace gpuadvisor
