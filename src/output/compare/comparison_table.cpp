#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "comparison_lines.hpp"
#include "comparison_text.hpp"
#include "comparison_view.hpp"
#include "core/text.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/reference_name.hpp"
#include "report/list_item.hpp"
#include "report/markdown.hpp"

namespace gpuadvisor {
namespace {

/// How a table is laid out.
struct Layout {
  bool is_spaced = true;        // empty rows before headings
  bool has_two_titles = false;  // names on two lines, so that columns are narrow
};

/// A name in two lines of about one length: "GeForce RTX" and "5060 Ti 8GB".
std::pair<std::string, std::string> in_two(std::string_view name) {
  std::size_t best = std::string_view::npos;
  const auto longer = [&](std::size_t at) { return std::max(at, name.size() - at); };
  for (std::size_t at = name.find(' '); at != std::string_view::npos; at = name.find(' ', at + 1)) {
    if (best == std::string_view::npos || longer(at) <= longer(best)) best = at;
  }
  if (best == std::string_view::npos) return {std::string(name), {}};
  return {std::string(name.substr(0, best)), std::string(name.substr(best + 1))};
}

/// The lines as a table of some GPUs.
Table table_of(const std::vector<Line>& lines, const ComparisonView& view, const std::vector<std::size_t>& places,
               const Layout& layout) {
  Table table{{{""}}, {}};
  const auto add = [&](std::vector<std::string> row, Style style) {
    table.rows.push_back(std::move(row));
    table.styles.push_back(style);
  };
  std::vector<std::string> second = {""};
  for (const std::size_t place : places) {
    const auto name = short_name(*view.comparison.gpus[place].gpu);
    auto titles = layout.has_two_titles ? in_two(name) : std::pair(std::string(name), std::string());
    table.columns.push_back({std::move(titles.first)});
    second.push_back(std::move(titles.second));
  }
  if (layout.has_two_titles) add(std::move(second), Style::bold);
  for (const Line& line : lines) {
    const bool is_heading = line.cells.empty();
    if (is_heading && layout.is_spaced && &line != lines.data()) add(std::vector<std::string>(places.size() + 1), {});
    std::vector<std::string> row = {line.label};
    for (const std::size_t place : places) row.push_back(is_heading ? std::string() : line.cells[place]);
    add(std::move(row), is_heading ? Style::bold : Style::plain);
  }
  return table;
}

/// Characters that each column of a table takes.
std::vector<std::size_t> widths_of(const Table& table) {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    widths.push_back(display_width(table.columns[i].title));
    for (const auto& row : table.rows) widths.back() = std::max(widths.back(), display_width(row[i]));
  }
  return widths;
}

/// The places of all GPUs in tables that fit `width`, each with the first GPU and at least one more.
std::vector<std::vector<std::size_t>> places_that_fit(const std::vector<std::size_t>& widths, std::size_t width) {
  constexpr std::size_t k_gap = 2;
  std::vector<std::vector<std::size_t>> found;
  std::size_t taken = 0;
  for (std::size_t place = 1; place + 1 < widths.size(); ++place) {
    const std::size_t more = k_gap + widths[place + 1];
    if (found.empty() || (found.back().size() > 1 && taken + more > width)) {
      found.push_back({0});
      taken = widths[0] + k_gap + widths[1];
    }
    found.back().push_back(place);
    taken += more;
  }
  return found;
}

/// The tables that fit the page.
std::vector<Table> pages_of(const std::vector<Line>& lines, const ComparisonView& view, const Page& page) {
  std::vector<std::size_t> all(view.comparison.gpus.size());
  std::iota(all.begin(), all.end(), 0U);
  Layout layout;
  auto places = places_that_fit(widths_of(table_of(lines, view, all, layout)), page.row_width());
  if (places.size() > 1) {
    layout.has_two_titles = true;
    places = places_that_fit(widths_of(table_of(lines, view, all, layout)), page.row_width());
  }
  std::vector<Table> tables;
  tables.reserve(places.size());
  for (const auto& some : places) tables.push_back(table_of(lines, view, some, layout));
  return tables;
}

/// Whether a ratio is told with its interval.
bool has_intervals(const Comparison& comparison) {
  return std::any_of(comparison.verdicts.begin(), comparison.verdicts.end(), [](const WorkloadVerdict& verdict) {
    return std::any_of(verdict.speed.begin(), verdict.speed.end(),
                       [](const Duel& duel) { return duel.ratio.low.has_value(); });
  });
}

/// What the figures mean.
std::string legend(const ComparisonView& view) {
  const Comparison& comparison = view.comparison;
  const bool is_by_index = std::any_of(comparison.verdicts.begin(), comparison.verdicts.end(),
                                       [](const WorkloadVerdict& verdict) { return verdict.is_by_index; });
  const std::string_view precision = comparison.question.precision == ScorePrecision::fp32 ? "FP32 or TF32" : "16 bits";
  std::string text = "In brackets: against the first GPU.";
  if (is_by_index) {
    const bool is_training = !comparison.question.workloads.front()->on_request;
    text += fmt::format(" speed: {}in {}, {} = 1.00, with its 80 % interval.", is_training ? "training " : "",
                        precision, reference_name(view.catalog));
  }
  text += fmt::format(" priority score: by the guides' order of importance, {} = 1.00; an order, not a speed.",
                      reference_name(view.catalog));
  text +=
      " per $1000: at the most current price, of several the lowest; price: the median of the quotes of the three "
      "months up to the newest. ?: unknown, which is not no. Too close to call: less than 10 % apart";
  if (has_intervals(comparison)) {
    text += ", or within the 80 % interval of the ratio, in which both errors add up in quadrature";
  }
  return text + "; prices are taken as exact.";
}

/// Which speeds rest on another vendor's GPUs.
std::vector<std::string> weak_estimates(const ComparisonView& view) {
  std::vector<std::string> names;
  for (const ComparedGpu& gpu : view.comparison.gpus) {
    const bool is_weak = std::any_of(gpu.figures.begin(), gpu.figures.end(), [](const WorkloadFigures& figures) {
      return figures.performance && !figures.performance->is_vendor_measured;
    });
    if (is_weak) names.emplace_back(short_name(*gpu.gpu));
  }
  if (names.empty()) return {};
  return {fmt::format("{}: what is estimated rests on another vendor's GPUs, so the interval is wide.",
                      enumeration(names))};
}

/// Each GPU's warnings, those that several share once.
std::vector<std::string> notes(const ComparisonView& view) {
  std::vector<std::pair<std::string, std::vector<std::string>>> found;
  for (const ComparedGpu& gpu : view.comparison.gpus) {
    for (const Warning& warning : gpu.warnings) {
      if (warning.id == "old-price" || warning.id == "list-price") continue;  // the prices tell
      auto note =
          std::find_if(found.begin(), found.end(), [&](const auto& other) { return other.first == warning.text; });
      if (note == found.end()) note = found.insert(found.end(), {warning.text, {}});
      note->second.emplace_back(short_name(*gpu.gpu));
    }
  }
  std::vector<std::string> lines = weak_estimates(view);
  for (const auto& [text, names] : found) lines.push_back(fmt::format("{}: {}.", enumeration(names), text));
  return lines;
}

/// The verdicts under the title of their workload.
struct Section {
  std::string_view title;
  std::vector<std::string> items;
};

std::string_view section_title(const VerdictText& verdict) {
  if (verdict.workload != nullptr) return verdict.workload->title;
  return verdict.topic == "guide" ? "What guides say" : "What only some have";
}

std::vector<Section> verdict_sections(const ComparisonView& view) {
  std::vector<Section> sections;
  for (const VerdictText& verdict : verdict_texts(view)) {
    const std::string_view title = section_title(verdict);
    if (sections.empty() || sections.back().title != title) sections.push_back({title, {}});
    sections.back().items.push_back(verdict.text);
  }
  return sections;
}

std::string heading_of(const ComparisonView& view) {
  const std::string day = data_day(view.catalog);
  std::vector<std::string> names;
  for (const ComparedGpu& gpu : view.comparison.gpus) names.emplace_back(short_name(*gpu.gpu));
  return fmt::format("{}{}{}", enumeration(names), day.empty() ? "" : ", ", day);
}

}  // namespace

std::string comparison_table(const ComparisonView& view, const Page& page, bool header) {
  const auto lines = comparison_lines(view);
  std::string text;
  if (header) text += emphasised(wrapped(heading_of(view), page.width), Style::bold, page);
  for (const Table& table : pages_of(lines, view, page)) {
    if (header) text += '\n';
    text += render(table, page, header);
  }
  if (!header) return text;
  for (const auto& [title, items] : verdict_sections(view)) {
    text += '\n' + emphasised(std::string(title) + '\n', Style::bold, page);
    for (const auto& item : items) text += list_item(item, page.width);
  }
  text += '\n';
  for (const auto& note : notes(view)) text += wrapped(note, page.width);
  return text + wrapped(legend(view), page.width);
}

std::string comparison_markdown(const ComparisonView& view, bool header) {
  const auto lines = comparison_lines(view);
  std::vector<std::size_t> all(view.comparison.gpus.size());
  std::iota(all.begin(), all.end(), 0U);
  std::string text = header ? markdown_paragraph(heading_of(view)) + '\n' : std::string();
  text += markdown_table(table_of(lines, view, all, {.is_spaced = false}));
  if (!header) return text;
  for (const auto& [title, items] : verdict_sections(view)) {
    text += "\n## " + markdown_text(title) + '\n';
    for (const auto& item : items) text += '\n' + markdown_paragraph(item);
  }
  for (const auto& note : notes(view)) text += '\n' + markdown_paragraph(note);
  return text + '\n' + markdown_paragraph(legend(view));
}

}  // namespace gpuadvisor
