#pragma once

#include <cstddef>
#include <vector>

namespace gpuadvisor {

/// A logarithmic scale on cells of a screen: equal distances are equal factors, and there is no zero.
class LogAxis {
 public:
  /// From `least` to `most` with a margin at both ends, a share of the range, on so many cells. Requires
  /// 0 < least <= most.
  LogAxis(double least, double most, std::size_t cells, double margin);

  /// Where a value lies; the nearest cell of one that is outside.
  [[nodiscard]] std::size_t cell(double value) const;
  [[nodiscard]] bool contains(double value) const;
  /// Round values, ascending, at least `gap` cells apart: 1, 2 and 5 before others, whole ones before tenths.
  [[nodiscard]] std::vector<double> ticks(std::size_t gap) const;

 private:
  double m_low;  // natural logarithms of the ends
  double m_high;
  std::size_t m_cells;
};

}  // namespace gpuadvisor
