#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "explain_screen.hpp"
#include "gpuadvisor/core/money.hpp"
#include "gpuadvisor/scoring/index_breakdown.hpp"
#include "output/phrases/citations.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/recommend/answer_heading.hpp"
#include "report/mapped.hpp"
#include "report/number_text.hpp"
#include "standing_text.hpp"
#include "sum_tables.hpp"

namespace gpuadvisor {
namespace {

/// Adds one GPU after the other, with sources numbered through.
class Explainer {
 public:
  explicit Explainer(const ExplainView& view)
      : m_view(view), m_request(view.answer.request), m_citations(view.sources) {
    m_document.title(heading(m_request, view.workload.title, view.catalog)).gap();
  }

  void add(const GpuExplanation& explained) {
    const Gpu& gpu = *explained.gpu;
    const auto& places = explained.places;
    m_document.heading(fmt::format("{} ({})", gpu.name, gpu.id));
    const auto best = std::min_element(places.begin(), places.end(), ranks_higher);
    for (const Standing& standing : places) {
      m_document.paragraph(standing_text(standing, &standing == &*best, m_view));
    }
    for (const auto& note : notes(places)) m_document.paragraph("Note: " + note + '.');
    if (m_request.speed_kind == SpeedKind::index) add_speeds(explained);
    add_score(explained);
    add_prices(explained);
    m_document.paragraph(ratios(places), true);
  }

  [[nodiscard]] Document take() {
    m_document.gap().paragraph(
        fmt::format("Speeds and ratios: {} = 1. ln: natural logarithm.", m_view.catalog.reference_name));
    m_document.heading("Sources").paragraphs(m_citations.lines());
    return std::move(m_document);
  }

 private:
  /// Whether a place comes before another in the answer; what has none comes last.
  [[nodiscard]] static bool ranks_higher(const Standing& a, const Standing& b) {
    return (a.rank > 0) != (b.rank > 0) ? a.rank > 0 : a.rank < b.rank;
  }

  /// What to know before trusting the rows, each thing once.
  [[nodiscard]] static std::vector<std::string> notes(const std::vector<Standing>& places) {
    std::vector<std::string> found;
    for (const Standing& standing : places) {
      for (const auto& warning : standing.warnings) {
        if (warning.id == "old-price" || warning.id == "list-price") continue;  // the prices tell
        if (!contains(found, warning.text)) found.push_back(warning.text);
      }
    }
    return found;
  }

  std::string cited(const std::vector<std::string_view>& sources) {
    std::string text;
    for (const auto source : sources) text += ' ' + m_citations.cite(source);
    return text;
  }

  void add_speeds(const GpuExplanation& explained) {
    const auto& parts = explained.speeds;
    if (parts.empty()) m_document.gap().paragraph(no_speed());
    for (const IndexBreakdown& breakdown : parts) add_speed(*explained.gpu, breakdown);
    if (parts.size() > 1) {
      const auto& mean = explained.performance;
      m_document.gap().paragraph(fmt::format("{}: the geometric mean, {} = {}{}.", m_view.workload.title,
                                             mean_text(m_view.workload, parts), four_decimals(mean->index),
                                             interval(*mean, *explained.gpu)));
    }
    if (explained.together) {
      m_document.gap().paragraph(fmt::format("{} of them: {}, {}{}.", explained.speedup.count,
                                             speedup_text(explained.speedup), four_decimals(explained.together->index),
                                             interval(*explained.together, *explained.gpu)));
    }
  }

  /// "(1.2 x 1.3)^(1/2)", or "1.2^0.9 x 1.3^0.1" where the shares differ.
  static std::string mean_text(const Workload& workload, const std::vector<IndexBreakdown>& parts) {
    std::string product;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      product += (i == 0 ? "" : " x ") + four_decimals(parts[i].performance.index);
      if (!workload.shares.empty()) product += fmt::format("^{}", workload.shares[i]);
    }
    return workload.shares.empty() ? fmt::format("({})^(1/{})", product, parts.size()) : product;
  }

  [[nodiscard]] std::string no_speed() const {
    if (!m_request.dataset.empty()) return fmt::format("No speed: not in {}.", m_request.dataset);
    return "No speed: nobody measured it, and a figure that an estimate needs is unknown.";
  }

  /// " (80 %: 1.1081 to 1.3403)", or nothing.
  [[nodiscard]] std::string interval(const Performance& performance, const Gpu& gpu) const {
    if (!has_interval(performance, gpu, m_view.reference)) return {};
    return fmt::format(" (80 %: {} to {})", four_decimals(performance.low), four_decimals(performance.high));
  }

  void add_speed(const Gpu& gpu, const IndexBreakdown& breakdown) {
    const Performance& performance = breakdown.performance;
    const std::string_view title = breakdown.workload->title;
    if (gpu.id == m_view.reference.gpu) {
      m_document.gap().paragraph(fmt::format("{}: 1 by definition, it is what others are compared with.", title));
      return;
    }
    m_document.heading(fmt::format("{}: speed {}{}, {}", title, four_decimals(performance.index),
                                   interval(performance, gpu), enum_name(performance.basis)),
                       3);
    if (!breakdown.evidence.empty()) {
      m_document.table(evidence_table(breakdown), 2);
      m_document.paragraph(fmt::format("{} measurements:{}", performance.measurements, cited(performance.sources)),
                           true);
    } else if (performance.basis != Basis::estimated) {
      m_document.paragraph("From" + cited(performance.sources) + '.', true);
    }
    if (breakdown.estimate_share > 0 && breakdown.estimate) add_estimate(gpu, breakdown);
  }

  void add_estimate(const Gpu& gpu, const IndexBreakdown& breakdown) {
    const IndexEstimate& estimate = *breakdown.estimate;
    m_document.table(estimate_table(gpu, estimate, m_view.reference), 2);
    if (breakdown.performance.basis != Basis::estimated) return;
    m_document.paragraph(
        fmt::format("80 %: times and divided by exp({:.4f}), what estimates missed on GPUs left out.{}",
                    estimate.spread,
                    breakdown.performance.is_vendor_measured ? "" : " The slopes are those of another vendor's GPUs."),
        true);
  }

  void add_score(const GpuExplanation& explained) {
    const Gpu& gpu = *explained.gpu;
    const auto& found = explained.priority;
    if (!found) {
      m_document.gap().paragraph(fmt::format("No priority score: {}.", missing_criteria(gpu, m_request.weights)));
      return;
    }
    const std::string_view by = m_request.own_weights ? "by your weights" : "by the guides' order of importance";
    m_document.heading(fmt::format("Priority score {}, {}: an order, not a speed", four_decimals(found->score), by), 3);
    m_document.table(score_table(*found, gpu, m_citations), 2);
    const auto is_halved = [](const ScoreTerm& term) { return term.halved; };
    if (std::any_of(found->terms.begin(), found->terms.end(), is_halved)) {
      m_document.paragraph("*: half of what the vendor counts, which is with dual issue.", true);
    }
  }

  void add_prices(const GpuExplanation& explained) {
    const PriceEstimates& found = explained.prices;
    m_document.heading("Prices: what is asked today", 3);
    if (found.empty()) m_document.paragraph("none known", true);
    for (const PriceEstimate& price : found) {
      const auto quotes = mapped(price.quotes, [&](const Price& quote) {
        return fmt::format("{} {} {}{}", money_exact(quote.price), quote.date.text(), m_citations.cite(quote.source),
                           moved_text(quote, explained.history));
      });
      m_document.paragraph(
          fmt::format("{} {}{}; newest quotes: {}", condition_word(price), today_text(price.today, price),
                      price.low < price.high ? fmt::format(", likely {} to {}", money(price.low), money(price.high))
                                             : std::string(),
                      enumeration(quotes)),
          true);
    }
    const auto is_carried = [](const DatedQuote& dated) { return dated.moved && dated.index->value() != 1; };
    const auto& dated = explained.history.quotes;
    if (std::any_of(dated.begin(), dated.end(), is_carried)) {
      m_document.paragraph(
          fmt::format(
              "/: by what the market \"{}\" cost in the month, as a multiple of today. The price of today weighs all "
              "quotes, of other GPUs too: `gpuadvisor prices`.",
              explained.history.market),
          true);
    }
  }

  /// " / 0.95 = $1,274": a quote of an earlier month, divided by the market of that month.
  [[nodiscard]] static std::string moved_text(const Price& quote, const PriceHistory& history) {
    const auto at = std::find_if(history.quotes.begin(), history.quotes.end(),
                                 [&](const DatedQuote& dated) { return dated.quote == &quote; });
    const bool is_moved = at != history.quotes.end() && at->index && at->index->value() != 1;
    return is_moved ? fmt::format(" / {:.3g} = {}", at->index->value(), money(*at->moved)) : std::string();
  }

  /// Speed by price and by power.
  [[nodiscard]] std::string ratios(const std::vector<Standing>& places) const {
    std::vector<std::string> parts;
    for (const auto& standing : places) {
      const Offer& offer = standing.offer;
      if (!offer.speed || !offer.price) continue;
      parts.push_back(fmt::format("{} {} / {} x 1000 = {} per $1000", condition_word(*offer.price),
                                  four_decimals(*offer.speed), money_exact(*total_price(offer)),
                                  rounded(*value(offer))));
    }
    const Offer& offer = places.front().offer;
    if (const auto per_kilowatt = efficiency(offer)) {
      parts.push_back(fmt::format("{} / {:.6g} W x 1000 = {} per kilowatt", four_decimals(*offer.speed),
                                  power(offer)->value(), rounded(*per_kilowatt)));
    }
    if (parts.empty()) return {};
    return fmt::format("{}: {}.", m_request.speed_kind == SpeedKind::index ? "Speed" : "Score", enumeration(parts));
  }

  const ExplainView& m_view;
  const Request& m_request;
  Citations m_citations;
  Document m_document;
};

}  // namespace

Document explain_document(const ExplainView& view) {
  if (!view.is_explained) return explain_screen(view);
  Explainer explainer(view);
  for (const GpuExplanation& gpu : view.gpus) explainer.add(gpu);
  return explainer.take();
}

}  // namespace gpuadvisor
