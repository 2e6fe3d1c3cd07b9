#include "answer_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "answer_heading.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/mapped.hpp"
#include "report/number_text.hpp"
#include "speed_interval.hpp"
#include "verdict.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_named_rows = 8;       // the first ones, beside what has a name anyway
constexpr std::size_t k_least_lines = 8;      // of a picture
constexpr std::size_t k_widest = 200;         // of which all can be seen; memory goes by the square
constexpr std::size_t k_width_to_height = 4;  // a picture that is higher looks steeper than it is
constexpr std::size_t k_named_without_price = 2;

/// A row, or a near miss, with its place in a picture.
struct DrawnOffer {
  const Offer* offer;
  PlotPoint point;
  int importance;  // 0: first
};

/// How important the names of offers are, those of the first rows by their place.
enum Importance { k_best, k_frontier, k_near_miss, k_row };

/// Whether its price is one of today.
bool can_be_drawn(const Offer& offer) {
  const auto price = total_price(offer);
  return price && told(*price) > 0 && price_tier(offer) == 0 && ranking_speed(offer).value_or(0) > 0;
}

DrawnOffer drawn(const Offer& offer, const OfferDetails& details) {
  DrawnOffer one{&offer, {}, k_row};
  one.point.x = told(*total_price(offer));
  if (const auto speed = drawn_speed(offer, details)) {
    one.point.y = speed->value;
    one.point.interval = speed->interval;
    one.point.mark = speed->mark;
  }
  return one;
}

bool is_over_budget(const NearMiss& miss) {
  return miss.kind == NearMissKind::within_interval ||
         (miss.missing.size() == 1 && miss.missing.front().constraint == "budget");
}

/// Marks the rows that are faster than all that cost no more.
void mark_frontier(std::vector<DrawnOffer>& rows) {
  std::vector<DrawnOffer*> by_price;
  by_price.reserve(rows.size());
  for (DrawnOffer& row : rows) by_price.push_back(&row);
  std::stable_sort(by_price.begin(), by_price.end(), [](const DrawnOffer* a, const DrawnOffer* b) {
    return a->point.x != b->point.x ? a->point.x < b->point.x : a->point.y > b->point.y;
  });
  double fastest = 0;
  for (DrawnOffer* row : by_price) {
    if (row->point.y <= fastest) continue;
    fastest = row->point.y;
    row->point.is_on_frontier = true;
    row->importance = std::min<int>(row->importance, k_frontier);
  }
}

/// Names the most important, those of one GPU by their conditions too.
void name_most(std::vector<DrawnOffer>& offers) {
  const auto name_of = [](const Offer& offer) {
    return (offer.count > 1 ? fmt::format("{}x ", offer.count) : "") + brief_name(*offer.gpu);
  };
  std::map<std::string, int> times;
  std::vector<DrawnOffer*> named;
  std::size_t rows = 0;
  for (DrawnOffer& one : offers) {
    if (one.importance == k_row && rows++ >= k_named_rows) break;
    named.push_back(&one);
    ++times[name_of(*one.offer)];
  }
  for (DrawnOffer* one : named) {
    one->point.name = name_of(*one->offer);
    if (times[one->point.name] > 1) {
      one->point.name += fmt::format(" {}", condition_word(*one->offer->price));
    }
  }
}

/// What is drawn, the most important first.
std::vector<DrawnOffer> drawn_offers(const AnswerView& view) {
  std::vector<DrawnOffer> offers;
  for (const DetailedOffer& row : view.rows()) {
    if (!can_be_drawn(row.offer)) continue;
    offers.push_back(drawn(row.offer, row.details));
    if (!needs_nothing(view.details) && &row == &chosen(view)) {
      offers.back().importance = k_best;
      offers.back().point.mark = Mark::best;
    }
  }
  if (offers.empty()) return {};
  mark_frontier(offers);
  for (std::size_t i = 0; i < view.answer.near_misses.size(); ++i) {
    const NearMiss& miss = view.answer.near_misses[i];
    if (!is_over_budget(miss) || !can_be_drawn(miss.offer)) continue;
    offers.push_back(drawn(miss.offer, view.details.near_misses[i]));
    offers.back().importance = k_near_miss;
    offers.back().point.mark = Mark::crossed;
  }
  std::stable_sort(offers.begin(), offers.end(),
                   [](const DrawnOffer& a, const DrawnOffer& b) { return a.importance < b.importance; });
  name_most(offers);
  return offers;
}

/// "speed (RTX 2080 Ti = 1.00)", "tokens/s".
std::string figure_text(const AnswerView& view, bool is_by_tokens) {
  if (is_by_tokens) return view.request().target ? "tokens/s per user" : "tokens/s";
  const Request& request = view.request();
  std::string_view reference = view.catalog.reference_name;
  constexpr std::string_view k_brand = "GeForce ";
  if (reference.starts_with(k_brand)) reference.remove_prefix(k_brand.size());
  return fmt::format("{} ({} = 1)", request.speed_kind == SpeedKind::score ? "score" : "speed", reference);
}

/// What the marks mean that are there: "* best buy  o measured".
std::string key_text(const Plot& plot, SpeedKind kind, Glyphs glyphs) {
  const auto has = [&](Mark mark) {
    return std::any_of(plot.points.begin(), plot.points.end(), [mark](const auto& one) { return one.mark == mark; });
  };
  const bool has_intervals = std::any_of(plot.points.begin(), plot.points.end(),
                                         [](const auto& one) { return !one.name.empty() && one.interval; });
  std::vector<std::string> meanings;
  const auto add = [&](bool is_there, Mark mark, std::string_view meaning) {
    if (is_there) meanings.push_back(fmt::format("{} {}", glyph(mark, glyphs), meaning));
  };
  add(has(Mark::best), Mark::best, "best buy");
  add(has(Mark::filled), Mark::filled, kind == SpeedKind::score ? "one row" : "measured");
  add(has(Mark::hollow), Mark::hollow, "estimated");
  add(has(Mark::crossed), Mark::crossed, "over the budget");
  add(true, Mark::frontier, "fastest for the price");
  add(has_intervals, Mark::interval, "80 %");
  add(plot.x_limit.has_value(), Mark::limit, "budget");
  return joined(mapped(meanings, [](const std::string& one) { return std::string_view(one); }), ", ");
}

/// "No current price, or no speed: new RTX 4090, used RTX 5000 Ada and 3 others."
std::string without_price_text(const AnswerView& view) {
  std::vector<std::string> names;
  for (const DetailedOffer& row : view.rows()) {
    if (can_be_drawn(row.offer)) continue;
    const auto& price = row.offer.price;
    std::string name = (price ? condition_prefix(*price) : "") + brief_name(*row.offer.gpu);
    if (!contains(names, name)) names.push_back(std::move(name));
  }
  if (names.empty()) return {};
  const std::size_t others = names.size() - std::min(names.size(), k_named_without_price);
  if (others > 0) {
    names.resize(k_named_without_price);
    names.push_back(fmt::format("{} other{}", others, others == 1 ? "" : "s"));
  }
  return fmt::format("No current price, or no speed: {}.", enumeration(names));
}

Document document_with(const AnswerView& view, const Plot& plot, bool is_by_tokens, const PlotSize& size) {
  const Picture picture = picture_of(plot, size);
  Table lines{{{""}}, mapped(picture.lines, [](const std::string& line) { return std::vector{line}; })};
  lines.has_titles = false;
  Document document;
  document.title(verdict(view)).paragraph(reason(view)).gap();
  document.paragraph(figure_text(view, is_by_tokens) + " against price today; both axes are logarithmic");
  document.table(std::move(lines));
  std::string key = key_text(plot, view.request().speed_kind, size.glyphs) + '.';
  if (picture.hidden > 0)
    key += fmt::format(" {} of {} points {} hidden.", picture.hidden, plot.points.size(),
                       picture.hidden == 1 ? "is" : "are");
  document.paragraph(std::move(key));
  if (!picture.key.empty()) {
    document.paragraph(joined(mapped(picture.key, [](const auto& one) { return std::string_view(one); }), ", ") + '.');
  }
  document.paragraph(without_price_text(view));
  document.gap().paragraph(heading(view.request(), view.details.workload_title, view.catalog) + '.');
  return document;
}

std::size_t lines_of(const Document& document, std::size_t width) {
  const std::string text = terminal_text(document, Page{width});
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

Document answer_plot_document(const AnswerView& view, const Screen& screen) {
  const std::vector<DrawnOffer> offers = drawn_offers(view);
  if (offers.empty()) {
    return Document(answer_document(view, screen.width))
        .gap()
        .paragraph("Nothing to plot: no row has both a speed and a price of today.");
  }
  const bool is_by_tokens = offers.front().offer->tokens_per_second.has_value();
  Plot plot;
  plot.points = mapped(offers, &DrawnOffer::point);
  // Ticks are round in the currency that is told, not in dollars.
  plot.x_text = [rate = told(Usd{1})](double amount) { return money_nearest(Usd{amount / rate}); };
  plot.y_text = [](double speed) { return fmt::format("{:g}", speed); };
  if (const auto& budget = view.request().budget) plot.x_limit = told(*budget);
  const std::size_t width = std::min(screen.width, k_widest);
  const std::size_t highest = std::max(k_least_lines, width / k_width_to_height);
  constexpr std::size_t k_width_of_meaning = 16;  // of a letter, so that they take about a line
  PlotSize size{width, highest, screen.glyphs, std::min<std::size_t>(width / k_width_of_meaning, 10)};
  Document document = document_with(view, plot, is_by_tokens, size);
  constexpr std::size_t k_prompt = 1;  // line of the shell
  const std::size_t lines = lines_of(document, screen.width) + k_prompt;
  if (lines <= screen.height || size.height == k_least_lines) return document;
  size.height = std::max(k_least_lines, highest - std::min(highest, lines - screen.height));
  return document_with(view, plot, is_by_tokens, size);
}

}  // namespace gpuadvisor
