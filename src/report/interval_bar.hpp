#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "report/plot.hpp"

namespace gpuadvisor {

/// From 0 to `largest`, in so many characters.
struct BarScale {
  double largest = 1;
  std::size_t width = 24;
  Glyphs glyphs = Glyphs::ascii;
};

/// A bar from 0 to the lower end of an interval, then the interval, and the mark where the value is: "######--o--".
/// Without an interval the bar ends at the mark. Requires 0 <= low <= value <= high <= largest.
[[nodiscard]] std::string interval_bar(double value, const PlotInterval& interval, Mark mark, const BarScale& scale);

/// What the interval of a bar is made of.
[[nodiscard]] std::string_view interval_glyph(Glyphs glyphs);

/// The ends of a scale as the title of a column of bars: "0                   1.44".
[[nodiscard]] std::string scale_title(const std::string& largest, const BarScale& scale);

}  // namespace gpuadvisor
