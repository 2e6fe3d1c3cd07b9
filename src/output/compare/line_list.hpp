#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "advice/compare/comparison.hpp"
#include "comparison_lines.hpp"
#include "output/phrases/gpu_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {

/// Collects lines of a comparison.
class LineList {
 public:
  /// Keeps a reference.
  explicit LineList(const std::vector<ComparedGpu>& gpus) : m_gpus(gpus) {}

  [[nodiscard]] const std::vector<ComparedGpu>& gpus() const { return m_gpus; }
  [[nodiscard]] std::size_t place(const ComparedGpu& gpu) const {
    return static_cast<std::size_t>(&gpu - m_gpus.data());
  }

  void heading(std::string_view title) { m_lines.push_back({std::string(title), {}}); }

  /// A line of texts, a dash for an empty one; none where all would be dashes.
  template <class Text>
  void texts(std::string_view label, Text text) {
    Line line{std::string(label), {}};
    for (const ComparedGpu& gpu : m_gpus) {
      const std::string cell = text(gpu);
      line.cells.push_back(cell.empty() ? "-" : cell);
    }
    const bool is_known =
        std::any_of(line.cells.begin(), line.cells.end(), [](const auto& cell) { return cell != "-"; });
    if (is_known) m_lines.push_back(std::move(line));
  }

  /// A line of figures as `format` has them, each other one with its ratio to that of the first GPU.
  template <class Read, class Format>
  void figures(std::string_view label, Read read, Format format) {
    const std::optional<double> first = read(m_gpus.front());
    texts(label, [&](const ComparedGpu& gpu) {
      const std::optional<double> figure = read(gpu);
      if (!figure) return std::string();
      if (!first || *figure == *first) return std::string(format(*figure));
      return fmt::format("{} ({}x)", format(*figure), rounded(*figure / *first));
    });
  }

  template <class Read>
  void figures(std::string_view label, Read read) {
    figures(label, read, rounded);
  }

  /// The same of figures of one GPU: "2x 24" of several.
  template <class Read, class Format>
  void figures_of_one(std::string_view label, Read read, Format format) {
    const bool are_single = std::all_of(m_gpus.begin(), m_gpus.end(), [](const auto& gpu) { return gpu.count == 1; });
    if (are_single) return figures(label, read, format);
    texts(label, [&](const ComparedGpu& gpu) {
      const std::optional<double> figure = read(gpu);
      return figure ? with_count(gpu.count, format(*figure)) : std::string();
    });
  }

  [[nodiscard]] std::vector<Line> take() { return std::move(m_lines); }

 private:
  const std::vector<ComparedGpu>& m_gpus;
  std::vector<Line> m_lines;
};

}  // namespace gpuadvisor
