#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "explain_view.hpp"
#include "gpuadvisor/core/money.hpp"
#include "gpuadvisor/scoring/index_breakdown.hpp"
#include "output/phrases/citations.hpp"
#include "output/phrases/fact.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/recommend/answer_heading.hpp"
#include "report/mapped.hpp"
#include "report/number_text.hpp"
#include "scoring/criteria.hpp"
#include "standing_text.hpp"
#include "sum_tables.hpp"

namespace gpuadvisor {
namespace {

/// The place that comes first in the answer, or would with what lets it in.
const Standing& best_of(const std::vector<Standing>& places) {
  constexpr int k_none = std::numeric_limits<int>::max();
  const auto key = [k_none](const Standing& standing) {
    const int then = standing.absence ? standing.absence->rank : 0;
    return std::pair(standing.rank > 0 ? standing.rank : k_none, then > 0 ? then : k_none);
  };
  return *std::min_element(places.begin(), places.end(),
                           [&](const Standing& a, const Standing& b) { return key(a) < key(b); });
}

std::string interval(const Performance& performance, const Gpu& gpu, const ScoreReference& reference) {
  if (!has_interval(performance, gpu, reference)) return "-";
  return fmt::format("{}-{}", rounded(performance.low), rounded(performance.high));
}

/// The speed for each workload, and what it is the mean of.
Table speed_table(const GpuExplanation& explained, const ExplainView& view) {
  Table table{{{"speed"}, {"", true}, {"likely"}, {"share", true}, {"by"}}, {}};
  const auto add_speed = [&](const Workload& workload, const Performance& performance, std::string_view by) {
    table.add({std::string(workload.title), rounded(performance.index),
               interval(performance, *explained.gpu, view.reference), "", std::string(by)},
              Style::bold);
  };
  for (const IndexBreakdown& breakdown : explained.speeds) {
    add_speed(*breakdown.workload, breakdown.performance, enum_name(breakdown.performance.basis));
    if (breakdown.evidence.empty()) continue;
    for (const auto& [dataset, index, share, measurements] : breakdown.evidence) {
      table.add({"  " + std::string(dataset), rounded(index.value()), "", percent(share),
                 counted(static_cast<std::size_t>(measurements), "measurement")});
    }
    if (breakdown.estimate_share > 0 && breakdown.estimate) {
      table.add(
          {"  estimate", rounded(breakdown.estimate->index), "", percent(breakdown.estimate_share), "specifications"});
    }
  }
  if (explained.speeds.size() > 1) add_speed(view.workload, *explained.performance, "mean");
  if (explained.together) {
    table.add({fmt::format("{} of them", explained.speedup.count), rounded(explained.together->index),
               interval(*explained.together, *explained.gpu, view.reference), "", speedup_text(explained.speedup)},
              Style::bold);
  }
  return table;
}

std::string_view criterion_words(Criterion criterion) {
  switch (criterion) {
    case Criterion::tensor:
      return "tensor cores";
    case Criterion::flops:
      return "FLOPS";
    case Criterion::bandwidth:
      return "bandwidth";
    case Criterion::half:
      return "16 bits";
  }
  return {};
}

/// The priority score and its terms.
Table score_table(const PriorityScore& score) {
  Table table{{{"priority score"}, {"", true}, {"weight", true}, {"figure"}}, {}};
  table.add({"all", rounded(score.score), "", ""}, Style::bold);
  for (const ScoreTerm& term : score.terms) {
    table.add({"  " + std::string(criterion_words(term.criterion)), rounded(term.ratio), percent(term.weight),
               three_digits(term.value) + ' ' + std::string(unit(term.criterion))});
  }
  return table;
}

/// A row per condition: its price, its place and its speed for the money.
Table offer_table(const GpuExplanation& explained, const ExplainView& view) {
  Table table{{{"offer"}, {"today", true}, {"likely"}, {"seen"}, {"rank", true}, {"per $1000", true}}, {}};
  for (const Standing& standing : explained.places) {
    const auto& price = standing.offer.price;
    if (!price) continue;
    const auto all = [&](Usd each) { return at_price(standing.offer, each); };
    table.add({std::string(condition_word(*price)), today_text(all(price->today), *price),
               price->low < price->high ? fmt::format("{}-{}", money(all(price->low)), money(all(price->high))) : "-",
               month_text(*price),
               standing.rank > 0 ? fmt::format("{} of {}", standing.rank, view.answer.rows.size()) : "-",
               or_dash(value(standing.offer), rounded)});
  }
  return table;
}

/// What to know before trusting the rows, each thing once.
std::vector<std::string> notes(const std::vector<Standing>& places) {
  std::vector<std::string> found;
  for (const Standing& standing : places) {
    const auto told =
        standing.absence ? mapped(standing.absence->rejections, &Rejection::reason) : std::vector<std::string>();
    for (const auto& warning : standing.warnings) {
      if (warning.id == "old-price" || warning.id == "list-price") continue;  // the prices tell
      if (!contains(told, warning.text) && !contains(found, warning.text)) found.push_back(warning.text);
    }
  }
  return found;
}

/// "(1.2 x 1.3)^(1/2)", or "1.2^0.9 x 1.3^0.1" where the shares differ.
std::string mean_text(const Workload& workload, const std::vector<IndexBreakdown>& parts) {
  std::string product;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    product += (i == 0 ? "" : " x ") + four_decimals(parts[i].performance.index);
    if (!workload.shares.empty()) product += fmt::format("^{}", workload.shares[i]);
  }
  return workload.shares.empty() ? fmt::format("({})^(1/{})", product, parts.size()) : product;
}

/// The facts of one GPU. What belongs below one is made where it is asked for: only then are its sources cited.
class FactsExplained {
 public:
  FactsExplained(const GpuExplanation& explained, const ExplainView& view, Citations& citations)
      : m_explained(explained), m_gpu(*explained.gpu), m_view(view), m_citations(citations) {}

  [[nodiscard]] Document document(Document lead) {
    m_sheet.lead(std::move(lead));
    if (begins(Fact::place)) add_places();
    if (begins(Fact::price, offer_table(m_explained, m_view))) add_prices();
    if (begins(Fact::speed, speed_table(m_explained, m_view))) m_sheet.more(speeds());
    if (begins(Fact::score, m_explained.priority ? score_table(*m_explained.priority) : Table())) m_sheet.more(score());
    return m_sheet.document(m_view.depth);
  }

 private:
  /// Begins a fact that the screen has as a table; whether what belongs below it is asked for.
  bool begins(Fact fact, Table on_screen = {}) {
    if (m_view.depth.is_explained) on_screen.rows.clear();
    m_sheet.fact(fact, on_screen.rows.empty() ? Document() : Document().table(std::move(on_screen)).gap());
    return m_view.depth.wants(enum_name(fact));
  }

  void add_places() {
    const Standing& best = best_of(m_explained.places);
    m_sheet.more(fmt::format("{} ({})", m_gpu.name, m_gpu.id));
    m_sheet.more(rival_text(best, m_view));
    for (const Standing& other : m_explained.places) {
      if (&other != &best) m_sheet.more(place_text(other, m_view));
    }
    m_sheet.more(notes(m_explained.places));
  }

  void add_prices() {
    m_sheet.more(offer_table(m_explained, m_view));
    if (m_explained.prices.empty()) m_sheet.more("No price is known.");
    m_sheet.more(quote_table());
    const PriceHistory& history = m_explained.history;
    const auto is_carried = [](const DatedQuote& dated) { return dated.moved && dated.index->value() != 1; };
    if (std::any_of(history.quotes.begin(), history.quotes.end(), is_carried)) {
      m_sheet.more(
          fmt::format("market: what \"{}\" cost in the month, as a multiple of today. Today's price uses all quotes, "
                      "also of other GPUs: `gpuadvisor prices`.",
                      history.market));
    }
    const Offer& offer = m_explained.places.front().offer;
    if (!offer.speed) return;
    const std::string ranks =
        fmt::format("{} {}", speed_word(m_view.answer.request.speed_kind), four_decimals(*offer.speed));
    if (offer.price) m_sheet.more(fmt::format("per $1000: {} / price x 1000.", ranks));
    if (const auto per_kilowatt = efficiency(offer)) {
      m_sheet.more(fmt::format("per kilowatt: {} / {:.6g} W x 1000 = {}.", ranks, power(offer)->value(),
                               rounded(*per_kilowatt)));
    }
  }

  /// The newest quotes of each condition; those of an earlier month divided by the market of that month.
  [[nodiscard]] Table quote_table() {
    Table table{{{"quote", true}, {"date"}, {"condition"}, {"source"}, {"/ market", true}, {"today", true}}, {}};
    for (const PriceEstimate& price : m_explained.prices) {
      for (const Price& quote : price.quotes) {
        const auto at = std::ranges::find(m_explained.history.quotes, &quote, &DatedQuote::quote);
        const bool is_moved = at != m_explained.history.quotes.end() && at->index && at->index->value() != 1;
        table.add({money_exact(quote.price), quote.date.text(), std::string(condition_word(price)),
                   m_citations.cite(quote.source), is_moved ? fmt::format("{:.3g}", at->index->value()) : "-",
                   is_moved ? money(*at->moved) : "-"});
      }
    }
    return table;
  }

  /// " (80 %: 1.1081 to 1.3403)", or nothing.
  [[nodiscard]] std::string interval_text(const Performance& performance) const {
    if (!has_interval(performance, m_gpu, m_view.reference)) return {};
    return fmt::format(" (80 %: {} to {})", four_decimals(performance.low), four_decimals(performance.high));
  }

  [[nodiscard]] Document speeds() {
    Document document;
    if (m_view.answer.request.speed_kind != SpeedKind::index) return document;
    const auto& parts = m_explained.speeds;
    const std::string& dataset = m_view.answer.request.dataset;
    if (parts.empty()) {
      document.item(dataset.empty() ? "No speed: it was not measured, and a figure needed for an estimate is unknown."
                                    : fmt::format("No speed: not in {}.", dataset));
    }
    for (const IndexBreakdown& breakdown : parts) add_speed(document, breakdown);
    if (parts.size() > 1) {
      const auto& mean = *m_explained.performance;
      document.gap().item(fmt::format("{}: the geometric mean, {} = {}{}.", m_view.workload.title,
                                      mean_text(m_view.workload, parts), four_decimals(mean.index),
                                      interval_text(mean)));
    }
    if (const auto& together = m_explained.together) {
      document.gap().item(fmt::format("{} of them: {}, {}{}.", m_explained.speedup.count,
                                      speedup_text(m_explained.speedup), four_decimals(together->index),
                                      interval_text(*together)));
    }
    return document;
  }

  void add_speed(Document& document, const IndexBreakdown& breakdown) {
    const Performance& performance = breakdown.performance;
    const std::string_view title = breakdown.workload->title;
    if (m_gpu.id == m_view.reference.gpu) {
      document.item(fmt::format("{}: 1 by definition; others are compared with it.", title));
      return;
    }
    document.heading(fmt::format("{}: speed {}{}, {}", title, four_decimals(performance.index),
                                 interval_text(performance), enum_name(performance.basis)),
                     3);
    if (!breakdown.evidence.empty()) {
      document.table(evidence_table(breakdown), 2);
      document.item(
          fmt::format("{} measurements: {}", performance.measurements, m_citations.cite(performance.sources)));
    } else if (performance.basis != Basis::estimated) {
      document.item(fmt::format("From {}.", m_citations.cite(performance.sources)));
    }
    if (breakdown.estimate_share == 0 || !breakdown.estimate) return;
    document.table(estimate_table(m_gpu, *breakdown.estimate, m_view.reference), 2);
    if (performance.basis != Basis::estimated || !breakdown.evidence.empty()) return;
    document.item(fmt::format("80 %: times and divided by exp({:.4f}), the error on GPUs left out of the fit.{}",
                              breakdown.estimate->spread,
                              performance.is_vendor_measured ? "" : " The slopes are those of another vendor's GPUs."));
  }

  [[nodiscard]] Document score() {
    Document document;
    const Request& request = m_view.answer.request;
    const auto& found = m_explained.priority;
    if (!found) return document.item(fmt::format("None: {}.", missing_criteria(m_gpu, request.weights)));
    document.heading(fmt::format("Priority score {}, by {}: a ranking, not a speed", four_decimals(found->score),
                                 request.own_weights ? "your weights" : "the guides' order of importance"),
                     3);
    document.table(score_table(*found, m_gpu, m_citations), 2);
    if (std::ranges::any_of(found->terms, &ScoreTerm::halved)) {
      document.item("*: half of the vendor's figure, which counts dual issue.");
    }
    return document;
  }

  const GpuExplanation& m_explained;
  const Gpu& m_gpu;
  const ExplainView& m_view;
  Citations& m_citations;
  Sheet m_sheet;
};

/// What figures mean, and what was asked.
std::string legend(const ExplainView& view) {
  return fmt::format("{} = 1.00; priority score: the guides' ranking, not a speed. Asked for: {}. {}",
                     view.catalog.reference_name, heading(view.answer.request, view.workload.title, view.catalog),
                     view.depth.is_explained ? "ln: natural logarithm." : "The whole calculation: --explain.");
}

}  // namespace

Document document_of(const ExplainView& view) {
  Citations citations(view.sources);
  Document document;
  for (const GpuExplanation& explained : view.gpus) {
    std::string text = place_text(best_of(explained.places), view);
    Document lead;
    if (&explained == view.gpus.data() || view.depth.is_explained) {
      lead.title(std::move(text));
    } else {
      lead.gap().paragraph(std::move(text));
    }
    if (!view.depth.fact.empty() && view.gpus.size() > 1) document.title(std::string(explained.gpu->name));
    document.append(FactsExplained(explained, view, citations).document(lead.gap()));
  }
  if (!citations.ids().empty()) document.heading("Sources").paragraphs(citations.lines());
  return view.depth.fact.empty() ? document.gap().paragraph(legend(view)) : document;
}

}  // namespace gpuadvisor
