#pragma once

#include "gpuadvisor/output/answer_view.hpp"
#include "report/plot.hpp"

namespace gpuadvisor {

/// Where a picture is shown: characters per line, and lines.
struct Screen {
  std::size_t width = 80;
  std::size_t height = 24;
  Glyphs glyphs = Glyphs::ascii;
};

/// For people: what to buy, and in place of the rows their prices against their speeds, on one screen. Rows without a
/// price of today are named below.
[[nodiscard]] Document answer_plot_document(const AnswerView& view, const Screen& screen);

}  // namespace gpuadvisor
