#include "plot.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "gpuadvisor/report/table.hpp"
#include "log_axis.hpp"
#include "mapped.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_axis_lines = 2;  // below the points: the axis, and its values
constexpr std::size_t k_row_gap = 3;     // between values on the axis upwards
constexpr std::size_t k_column_gap = 6;  // between the texts of the other one
constexpr double k_x_margin = 0.04;      // of the range: no mark sits on a border
constexpr double k_y_margin = 0.15;      // a line above the highest mark, for its name
constexpr std::string_view k_blank = " ";

/// Lines that are straight, and where they meet.
struct Strokes {
  std::string_view vertical, horizontal, tick_left, tick_below, origin;
  std::string_view step_along, step_up, step_corner;
};

const Strokes& strokes(Glyphs glyphs) {
  static constexpr Strokes k_ascii = {"|", "-", "+", "+", "+", ".", ".", "."};
  static constexpr Strokes k_utf8 = {"│", "─", "┤", "┬", "└", "╌", "╎", "┘"};
  return glyphs == Glyphs::utf8 ? k_utf8 : k_ascii;
}

struct Spot {
  std::size_t column;
  std::size_t row;  // from the top
};

/// Characters in rows, all blank at first.
class Canvas {
 public:
  Canvas(std::size_t width, std::size_t height)
      : m_width(width), m_rows(height, std::vector<std::string>(width, std::string(k_blank))) {}

  [[nodiscard]] std::size_t width() const { return m_width; }
  [[nodiscard]] std::size_t height() const { return m_rows.size(); }
  [[nodiscard]] const std::string& at(Spot cell) const { return m_rows[cell.row][cell.column]; }
  [[nodiscard]] bool is_blank(Spot cell) const { return at(cell) == k_blank; }
  void put(Spot cell, std::string_view character) { m_rows[cell.row][cell.column] = character; }
  /// The same where nothing is.
  void fill(Spot cell, std::string_view character) {
    if (is_blank(cell)) put(cell, character);
  }
  /// Writes a text where nothing is, nor right before and after it; false where it has no room.
  bool write(std::ptrdiff_t column, std::ptrdiff_t row, std::string_view text) {
    const auto length = static_cast<std::ptrdiff_t>(display_width(text));
    if (!contains(column, row) || !contains(column + length - 1, row)) return false;
    const auto y = static_cast<std::size_t>(row);
    auto x = static_cast<std::size_t>(column);
    const auto end = std::min(m_width, x + static_cast<std::size_t>(length) + 1);
    for (std::size_t at = x - std::min<std::size_t>(x, 1); at < end; ++at) {
      if (!is_blank({at, y})) return false;
    }
    for (std::size_t byte = 0; byte < text.size(); ++x) {
      const std::size_t from = byte++;
      while (byte < text.size() && (static_cast<unsigned char>(text[byte]) & 0xc0U) == 0x80U) ++byte;  // UTF-8
      put({x, y}, text.substr(from, byte - from));
    }
    return true;
  }
  [[nodiscard]] bool contains(std::ptrdiff_t column, std::ptrdiff_t row) const {
    return column >= 0 && column < static_cast<std::ptrdiff_t>(m_width) && row >= 0 &&
           row < static_cast<std::ptrdiff_t>(height());
  }
  [[nodiscard]] std::string line(std::size_t row) const {
    std::string text = std::accumulate(m_rows[row].begin(), m_rows[row].end(), std::string());
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  }

 private:
  std::size_t m_width;
  std::vector<std::vector<std::string>> m_rows;
};

LogAxis axis_of(const std::vector<double>& values, std::size_t cells, double margin) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return {*least, *most, cells, margin};
}

std::vector<double> x_values(const Plot& plot) {
  auto values = mapped(plot.points, &PlotPoint::x);
  if (plot.x_limit) values.push_back(*plot.x_limit);
  return values;
}

/// Those of the points, with the interval of the most important one.
std::vector<double> y_values(const Plot& plot) {
  auto values = mapped(plot.points, &PlotPoint::y);
  if (const auto& interval = plot.points.front().interval) values.insert(values.end(), {interval->low, interval->high});
  return values;
}

LogAxis x_axis(const Plot& plot, std::size_t cells) { return axis_of(x_values(plot), cells, k_x_margin); }
LogAxis y_axis(const Plot& plot, std::size_t cells) { return axis_of(y_values(plot), cells, k_y_margin); }

/// Where the first character of a text goes.
struct Place {
  std::ptrdiff_t column;
  std::ptrdiff_t row;
};

/// Places of a text beside a mark, the best first. The frontier has nothing on its left and above it.
std::array<Place, 4> places_beside(Spot mark, std::string_view text, bool is_on_frontier) {
  const auto column = static_cast<std::ptrdiff_t>(mark.column);
  const auto row = static_cast<std::ptrdiff_t>(mark.row);
  const auto length = static_cast<std::ptrdiff_t>(display_width(text));
  const Place left = {column - 1 - length, row};
  const Place right = {column + 2, row};
  const Place above = {column - length / 2, row - 1};
  const Place below = {column - length / 2, row + 1};
  if (is_on_frontier) return {left, above, right, below};
  return {right, left, below, above};
}

/// Draws the points of a plot.
class Drawing {
 public:
  Drawing(const Plot& plot, std::size_t width, std::size_t height, Glyphs glyphs)
      : m_plot(plot), m_glyphs(glyphs), m_x(x_axis(plot, width)), m_y(y_axis(plot, height)), m_canvas(width, height) {}

  [[nodiscard]] const LogAxis& x() const { return m_x; }
  [[nodiscard]] const LogAxis& y() const { return m_y; }
  [[nodiscard]] const Canvas& canvas() const { return m_canvas; }
  [[nodiscard]] std::size_t row(double y) const { return m_canvas.height() - 1 - m_y.cell(y); }

  [[nodiscard]] Picture draw(std::size_t letters) {
    Picture picture;
    std::vector<const PlotPoint*> visible;
    for (const PlotPoint& point : m_plot.points) {
      if (m_canvas.is_blank(cell(point))) {
        m_canvas.put(cell(point), glyph(point.mark, m_glyphs));
        visible.push_back(&point);
      } else {
        ++picture.hidden;
      }
    }
    draw_frontier();
    draw_limit();
    for (const PlotPoint* point : visible) name(*point, letters, picture.key);
    for (const PlotPoint* point : visible) draw_interval(*point);
    return picture;
  }

 private:
  [[nodiscard]] Spot cell(const PlotPoint& point) const { return {m_x.cell(point.x), row(point.y)}; }

  void draw_frontier() {
    std::vector<Spot> steps;
    for (const PlotPoint& point : m_plot.points) {
      if (point.is_on_frontier) steps.push_back(cell(point));
    }
    if (steps.empty()) return;
    std::sort(steps.begin(), steps.end(),
              [](Spot a, Spot b) { return a.column != b.column ? a.column < b.column : a.row > b.row; });
    const Strokes& with = strokes(m_glyphs);
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
      const Spot from = steps[i];
      const Spot to = steps[i + 1];
      for (std::size_t column = from.column; column < to.column; ++column)
        m_canvas.fill({column, from.row}, with.step_along);
      m_canvas.fill({to.column, from.row}, from.row == to.row ? with.step_along : with.step_corner);
      for (std::size_t y = to.row; y < from.row; ++y) m_canvas.fill({to.column, y}, with.step_up);
    }
    const std::size_t end = m_plot.x_limit ? m_x.cell(*m_plot.x_limit) : m_canvas.width();
    for (std::size_t column = steps.back().column; column < end; ++column) {
      m_canvas.fill({column, steps.back().row}, with.step_along);
    }
  }

  void draw_limit() {
    if (!m_plot.x_limit) return;
    for (std::size_t y = 0; y < m_canvas.height(); ++y) {
      m_canvas.fill({m_x.cell(*m_plot.x_limit), y}, glyph(Mark::limit, m_glyphs));
    }
  }

  /// Writes the name, or where it has no room, a letter.
  void name(const PlotPoint& point, std::size_t letters, std::vector<std::string>& key) {
    if (point.name.empty()) return;
    const auto places = places_beside(cell(point), point.name, point.is_on_frontier);
    const bool has_room = std::any_of(places.begin(), places.end(),
                                      [&](Place place) { return m_canvas.write(place.column, place.row, point.name); });
    if (has_room || key.size() == letters) return;
    const std::string letter(1, static_cast<char>('a' + static_cast<char>(key.size())));
    if (write_letter(cell(point), letter)) key.push_back(letter + ' ' + point.name);
  }

  /// Beside a mark, or above or below it, next to no other mark or letter.
  bool write_letter(Spot mark, std::string_view letter) {
    const auto column = static_cast<std::ptrdiff_t>(mark.column);
    const auto row = static_cast<std::ptrdiff_t>(mark.row);
    const auto is_clear = [&](Place place) {
      const auto does_not_matter = [&](Place next) {
        const bool is_own_mark = next.column == column && next.row == row;
        return is_own_mark || !m_canvas.contains(next.column, next.row) || is_free(next);
      };
      return is_free(place) && does_not_matter({place.column - 1, place.row}) &&
             does_not_matter({place.column + 1, place.row});
    };
    const auto places =
        std::to_array<Place>({{column - 1, row}, {column + 1, row}, {column, row - 1}, {column, row + 1}});
    const auto* const place = std::find_if(places.begin(), places.end(), is_clear);
    if (place == places.end()) return false;
    m_canvas.put({static_cast<std::size_t>(place->column), static_cast<std::size_t>(place->row)}, letter);
    return true;
  }

  /// Whether nothing is there but a part of the frontier, which may be drawn over.
  [[nodiscard]] bool is_free(Place place) const {
    if (!m_canvas.contains(place.column, place.row)) return false;
    const std::string& found =
        m_canvas.at({static_cast<std::size_t>(place.column), static_cast<std::size_t>(place.row)});
    const Strokes& with = strokes(m_glyphs);
    return found == k_blank || found == with.step_along || found == with.step_up || found == with.step_corner;
  }

  /// Where nothing else is, nor right beside it; never a part of it, which would tell another interval.
  void draw_interval(const PlotPoint& point) {
    if (point.name.empty() || !point.interval) return;
    if (!m_y.contains(point.interval->low) || !m_y.contains(point.interval->high)) return;
    const Spot at = cell(point);
    std::vector<std::size_t> rows;  // of the bar, but that of the mark
    for (std::size_t y = row(point.interval->high); y <= row(point.interval->low); ++y) {
      if (y != at.row) rows.push_back(y);
    }
    const bool has_room = std::all_of(rows.begin(), rows.end(), [&](std::size_t y) {
      const auto column = static_cast<std::ptrdiff_t>(at.column);
      const auto line = static_cast<std::ptrdiff_t>(y);
      const auto is_apart = [&](std::ptrdiff_t x) { return !m_canvas.contains(x, line) || is_free({x, line}); };
      return is_free({column, line}) && is_apart(column - 1) && is_apart(column + 1);
    });
    if (!has_room) return;
    for (const std::size_t y : rows) m_canvas.put({at.column, y}, glyph(Mark::interval, m_glyphs));
  }

  const Plot& m_plot;
  Glyphs m_glyphs;
  LogAxis m_x;
  LogAxis m_y;
  Canvas m_canvas;
};

/// The axis below the points, and its values.
std::vector<std::string> lines_below(const Drawing& drawing, const Plot& plot, std::size_t margin, Glyphs glyphs) {
  const std::size_t width = drawing.canvas().width();
  const Strokes& with = strokes(glyphs);
  std::vector<std::string> axis(width, std::string(with.horizontal));
  Canvas values(width, 1);
  std::size_t widest = 1;
  for (const double value : drawing.x().ticks(k_column_gap))
    widest = std::max(widest, display_width(plot.x_text(value)));
  for (const double value : drawing.x().ticks(widest + k_column_gap)) {
    const std::string text = plot.x_text(value);
    const std::size_t column = drawing.x().cell(value);
    const std::size_t start = std::min(column - std::min(column, display_width(text) / 2), width - display_width(text));
    if (values.write(static_cast<std::ptrdiff_t>(start), 0, text)) axis[column] = with.tick_below;
  }
  const std::string before(margin, ' ');
  return {before + std::string(with.origin) + std::accumulate(axis.begin(), axis.end(), std::string()),
          before + ' ' + values.line(0)};
}

}  // namespace

std::string_view glyph(Mark mark, Glyphs glyphs) {
  constexpr auto k_ascii = std::to_array<std::string_view>({"*", "o", "+", "x", ".", "|", ":"});
  constexpr auto k_utf8 = std::to_array<std::string_view>({"★", "●", "○", "×", "╌", "│", "┊"});
  return (glyphs == Glyphs::utf8 ? k_utf8 : k_ascii)[static_cast<std::size_t>(mark)];
}

Picture picture_of(const Plot& plot, const PlotSize& size) {
  const std::size_t height = size.height - k_axis_lines;
  const auto ticks = y_axis(plot, height).ticks(k_row_gap);
  std::size_t margin = 0;
  for (const double value : ticks) margin = std::max(margin, display_width(plot.y_text(value)));
  Drawing drawing(plot, size.width - margin - 1, height, size.glyphs);
  Picture picture = drawing.draw(size.letters);
  const Strokes& with = strokes(size.glyphs);
  for (std::size_t y = 0; y < height; ++y) {
    const auto at = std::find_if(ticks.begin(), ticks.end(), [&](double value) { return drawing.row(value) == y; });
    const std::string value = at == ticks.end() ? "" : plot.y_text(*at);
    std::string line = std::string(margin - display_width(value), ' ') + value;
    line += at == ticks.end() ? with.vertical : with.tick_left;
    picture.lines.push_back(line + drawing.canvas().line(y));
  }
  for (auto& line : lines_below(drawing, plot, margin, size.glyphs)) picture.lines.push_back(std::move(line));
  return picture;
}

}  // namespace gpuadvisor
