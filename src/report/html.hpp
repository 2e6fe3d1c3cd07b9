#pragma once

#include <string>

#include "gpuadvisor/report/document.hpp"

namespace gpuadvisor {

/// The blocks of a document as HTML, for a page that holds more than these.
[[nodiscard]] std::string html_blocks(const Document& document, bool header = true);

/// The text of its first title as HTML.
[[nodiscard]] std::string html_title(const Document& document);

}  // namespace gpuadvisor
