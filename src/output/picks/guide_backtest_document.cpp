#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "core/text.hpp"
#include "guide_backtest_view.hpp"
#include "output/phrases/figure_words.hpp"
#include "picks_text.hpp"

namespace gpuadvisor {
namespace {

std::string place(int rank) { return rank > 0 ? std::to_string(rank) : "-"; }

/// The name of the first-named GPU, out by then or not.
std::string_view first_named(const GuideBacktestRow& row) {
  return row.first_named == nullptr ? row.persona->picks.front().gpu : short_name(*row.first_named);
}

Table counted_rows(const GuideBacktestView& view) {
  Table table{{{"guide"},
               {"buyer", false, true},
               {"first named", false, true},
               {"place", true},
               {"of", true},
               {"chance", true},
               {"best", true},
               {"chance", true}},
              {}};
  for (const GuideBacktestRow& row : view.rows) {
    if (row.scope != GuideBacktestScope::counted) continue;
    table.rows.push_back({month_text(*row.guide->date), std::string(row.persona->id), std::string(first_named(row)),
                          place(row.rank), std::to_string(row.answer.candidates.size()), percent(row.chance_first),
                          place(row.best_rank), percent(row.chance_three)});
  }
  return table;
}

std::string miss_line(const GuideBacktestRow& row) {
  return fmt::format("{} {}: {}: {}", date_text(*row.guide), row.persona->id, first_named(row), row.miss);
}

/// What was asked with too little to choose from, and what came first all the same.
std::string thin_line(const GuideBacktestRow& row) {
  const std::size_t left = row.answer.candidates.size();
  const std::string first =
      left == 0 ? std::string("nothing is left")
                : fmt::format("first of {} left is the {}", left, short_name(*row.answer.candidates.front().offer.gpu));
  const std::string why = row.is_first() ? "first" : row.miss;
  return fmt::format("{} {}: {}: {}; {}", date_text(*row.guide), row.persona->id, first_named(row), why,
                     row.is_first() ? fmt::format("but only {} left", left) : first);
}

template <class IsOne, class Line>
void add_lines(Document& document, std::string title, const GuideBacktestView& view, IsOne is_one, Line line) {
  if (std::none_of(view.rows.begin(), view.rows.end(), is_one)) return;
  document.heading(std::move(title)).gap();
  for (const GuideBacktestRow& row : view.rows) {
    if (is_one(row)) document.item(line(row));
  }
}

Table totals(const GuideBacktestView& view) {
  std::map<int, std::vector<GuideBacktestRow>> by_year;
  for (const GuideBacktestRow& row : view.rows) {
    if (row.scope == GuideBacktestScope::counted) by_year[row.guide->date->year()].push_back(row);
  }
  Table table{{{"guides of"},
               {"buyers", true},
               {"first", true},
               {"by chance", true},
               {"points", true},
               {"in three", true},
               {"by chance", true},
               {"points", true}},
              {}};
  const auto add = [&](std::string name, const GuideBacktestTotal& total) {
    const auto points = [](double share, double chance) { return fmt::format("{:+.0f}", (share - chance) * 100); };
    table.rows.push_back({std::move(name), std::to_string(total.rows), percent(total.first),
                          percent(total.first_by_chance), points(total.first, total.first_by_chance),
                          percent(total.near), percent(total.near_by_chance),
                          points(total.near, total.near_by_chance)});
  };
  for (const auto& [year, rows] : by_year) add(std::to_string(year), backtest_total(rows));
  add("all", backtest_total(view.rows));
  return table;
}

std::string not_counted(const GuideBacktestView& view) {
  constexpr auto k_words = std::to_array<std::string_view>(
      {"", "of no kind", "whose kind buys none", "for whom no GPU is named", "of a guide without a date",
       "whose picks were not on sale or had no price of 24 months", "with fewer than 6 candidates left"});
  std::array<int, k_words.size()> counts{};
  for (const GuideBacktestRow& row : view.rows) ++counts[static_cast<std::size_t>(row.scope)];
  std::vector<std::string> parts;
  for (std::size_t i = 1; i < counts.size(); ++i) {
    if (counts[i] > 0) parts.push_back(fmt::format("{} {}", counts[i], k_words[i]));
  }
  return parts.empty() ? std::string() : fmt::format("Not counted: {}.", enumeration(parts));
}

}  // namespace

Document document_of(const GuideBacktestView& view) {
  Document document;
  document.paragraph(
      "For each buyer of each guide, as of the guide's day: the rank of the GPU named first, and the best rank of all "
      "GPUs named.");
  document.gap().table(counted_rows(view));
  add_lines(
      document, "Not first, and why", view,
      [](const GuideBacktestRow& row) { return row.scope == GuideBacktestScope::counted && !row.is_first(); },
      miss_line);
  add_lines(
      document, "Too thin to count", view,
      [](const GuideBacktestRow& row) {
        return row.scope == GuideBacktestScope::none_on_sale || row.scope == GuideBacktestScope::few_left;
      },
      thin_line);
  document.gap().table(totals(view)).gap().paragraph(not_counted(view));
  return document.paragraph(
      "chance: of a random pick among those left being the one; of 3: of three random picks including one the guide "
      "names. points: above chance. The kinds of buyers were made while looking at these rows: the figures show how "
      "well they fit and predict nothing.");
}

}  // namespace gpuadvisor
