#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/report/glyphs.hpp"

namespace gpuadvisor {

/// What is drawn: points, by their kind, and lines.
enum class Mark : unsigned char { best, filled, hollow, crossed, frontier, interval, limit };

/// The character that a mark is drawn with, for a key.
[[nodiscard]] std::string_view glyph(Mark mark, Glyphs glyphs);

/// From `low` to `high` on the axis upwards.
struct PlotInterval {
  double low = 0;
  double high = 0;
};

struct PlotPoint {
  double x = 0;  // positive, as y is
  double y = 0;
  Mark mark = Mark::filled;
  bool is_on_frontier = false;
  std::string name = {};  // empty: the mark alone
  std::optional<PlotInterval> interval = {};
};

/// Points on two logarithmic axes.
struct Plot {
  std::vector<PlotPoint> points;              // the most important first: it has its mark and its name before others
  std::function<std::string(double)> x_text;  // of the values on an axis
  std::function<std::string(double)> y_text;
  std::optional<double> x_limit = {};  // a vertical line
};

/// Characters that a plot takes with its axes.
struct PlotSize {
  std::size_t width = 80;
  std::size_t height = 12;
  Glyphs glyphs = Glyphs::ascii;
  std::size_t letters = 8;  // in place of names, at most; up to 26
};

struct Picture {
  std::vector<std::string> lines;
  std::vector<std::string> key;  // names that found no room, with the letters in their place: "a RTX 3090"
  std::size_t hidden = 0;        // points behind the mark of another
};

/// Draws a plot: the frontier as a staircase from point to point, names beside their marks without touching each other,
/// intervals of named points where nothing is in their way. Requires a point.
[[nodiscard]] Picture picture_of(const Plot& plot, const PlotSize& size);

}  // namespace gpuadvisor
