#include "interval_bar.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpuadvisor/report/table.hpp"

namespace gpuadvisor {

std::string_view interval_glyph(Glyphs glyphs) { return glyphs == Glyphs::utf8 ? "╌" : "-"; }

std::string interval_bar(double value, const PlotInterval& interval, Mark mark, const BarScale& scale) {
  const auto place = [&](double at) {
    return std::min(static_cast<std::size_t>(at / scale.largest * static_cast<double>(scale.width)), scale.width - 1);
  };
  const std::string_view certain = scale.glyphs == Glyphs::utf8 ? "━" : "#";
  const std::size_t marked = place(value);
  std::string bar;
  for (std::size_t at = 0; at <= place(interval.high); ++at) {
    bar += at == marked ? glyph(mark, scale.glyphs) : at < place(interval.low) ? certain : interval_glyph(scale.glyphs);
  }
  return bar;
}

std::string scale_title(const std::string& largest, const BarScale& scale) {
  return fmt::format("0{:>{}}", largest, scale.width - 1);
}

}  // namespace gpuadvisor
