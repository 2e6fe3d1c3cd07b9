#pragma once

#include <span>
#include <string_view>

namespace gpuadvisor {

/// A part of the page of reports, and the name of what stands behind it; empty: nothing.
struct PagePart {
  std::string_view text;
  std::string_view slot;
};

/// The whole page, in its order. Made from page.html when the program is built.
[[nodiscard]] std::span<const PagePart> page_parts();

}  // namespace gpuadvisor
