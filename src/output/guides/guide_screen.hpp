#pragma once

#include <cstddef>

#include "guide_view.hpp"

namespace gpuadvisor {

/// The rows that a screen has room for, or that the view's limit allows.
struct ScreenRows {
  std::size_t shown = 0;
  std::size_t found = 0;
};

/// Of editions or statements. Where all of one edition is asked for, its topics stand for them: then all are shown.
[[nodiscard]] ScreenRows rows_on_screen(const GuideView& view);

/// First what was found; then a line per edition or topic, or statements, each in its sentences and figures. One
/// statement alone is told in full.
[[nodiscard]] Document guide_screen(const GuideView& view);

}  // namespace gpuadvisor
