#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/text.hpp"
#include "explain_view.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/citations.hpp"
#include "output/phrases/reference_name.hpp"
#include "output/recommend/answer_heading.hpp"
#include "report/number_text.hpp"
#include "scoring/index_breakdown.hpp"
#include "standing_text.hpp"
#include "sum_tables.hpp"

namespace gpuadvisor {
namespace {

std::string ratio(double figure) { return fmt::format("{:.4f}", figure); }

/// Prints one GPU after the other, with sources numbered through.
class Explainer {
 public:
  Explainer(const ExplainView& view, const Page& page)
      : m_view(view),
        m_catalog(view.answer.catalog),
        m_request(view.answer.request),
        m_page(page),
        m_citations(view.answer.catalog.records<Source>()) {}

  [[nodiscard]] std::string text(const GpuExplanation& explained) {
    const Gpu& gpu = *explained.gpu;
    const auto& places = explained.places;
    std::string text = titled(fmt::format("{} ({})", gpu.name, gpu.id));
    const auto best = std::min_element(places.begin(), places.end(), ranks_higher);
    for (const Standing& standing : places) {
      text += wrapped(standing_text(standing, &standing == &*best, m_view.answer), m_page.width);
    }
    for (const auto& note : notes(places)) text += wrapped("Note: " + note + '.', m_page.width);
    if (m_request.by_index) text += speeds(explained);
    text += score(explained);
    text += prices(explained.prices);
    return text + ratios(places);
  }

  [[nodiscard]] std::string sources() const {
    std::string text =
        '\n' + wrapped(fmt::format("Speeds and ratios: {} = 1. ln: natural logarithm.", reference_name(m_catalog)),
                       m_page.width);
    text += '\n' + emphasised("Sources\n", Style::bold, m_page);
    for (const auto& source : m_citations.lines()) text += wrapped(source, m_page.width);
    return text;
  }

 private:
  /// Whether a place comes before another in the answer; what has none comes last.
  [[nodiscard]] static bool ranks_higher(const Standing& a, const Standing& b) {
    return (a.rank > 0) != (b.rank > 0) ? a.rank > 0 : a.rank < b.rank;
  }

  /// What to know before trusting the rows, each thing once.
  [[nodiscard]] std::vector<std::string> notes(const std::vector<Standing>& places) const {
    std::vector<std::string> found;
    for (const Standing& standing : places) {
      for (const auto& warning : standing.warnings) {
        if (warning.id == "old-price" || warning.id == "list-price") continue;  // the prices tell
        if (std::find(found.begin(), found.end(), warning.text) == found.end()) found.push_back(warning.text);
      }
    }
    return found;
  }

  [[nodiscard]] std::string section(std::string_view title, const Table& table) const {
    return '\n' + titled(title) + render(table, m_page, true, 2);
  }

  [[nodiscard]] std::string titled(std::string_view title) const {
    return emphasised(wrapped(title, m_page.width), Style::bold, m_page);
  }

  [[nodiscard]] std::string indented(std::string_view text) const {
    constexpr std::size_t k_indent = 2;
    std::string lines = wrapped(text, m_page.width - k_indent);
    for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1) lines.insert(at, k_indent, ' ');
    return lines;
  }

  std::string cited(const std::vector<std::string_view>& sources) {
    std::string text;
    for (const auto source : sources) text += ' ' + m_citations.cite(source);
    return text;
  }

  std::string speeds(const GpuExplanation& explained) {
    const Gpu& gpu = *explained.gpu;
    const Workload& workload = *m_catalog.workload(m_request.workload);
    const auto& parts = explained.speeds;
    if (parts.empty()) return '\n' + wrapped(no_speed(), m_page.width);
    std::string text;
    for (const IndexBreakdown& breakdown : parts) text += speed(gpu, breakdown);
    if (parts.size() == 1) return text;
    const auto& mean = explained.performance;
    return text + '\n' +
           wrapped(fmt::format("{}: the geometric mean, {} = {}{}.", workload.title, mean_text(workload, parts),
                               ratio(mean->index), interval(*mean, gpu)),
                   m_page.width);
  }

  /// "(1.2 x 1.3)^(1/2)", or "1.2^0.9 x 1.3^0.1" where the shares differ.
  static std::string mean_text(const Workload& workload, const std::vector<IndexBreakdown>& parts) {
    std::string product;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      product += (i == 0 ? "" : " x ") + ratio(parts[i].performance.index);
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
    if (!has_interval(performance, gpu, m_catalog)) return {};
    return fmt::format(" (80 %: {} to {})", ratio(performance.low), ratio(performance.high));
  }

  std::string speed(const Gpu& gpu, const IndexBreakdown& breakdown) {
    const Performance& performance = breakdown.performance;
    const Workload& workload = *m_catalog.workload(breakdown.workload);
    const std::string title = fmt::format("{}: speed {}{}, {}", workload.title, ratio(performance.index),
                                          interval(performance, gpu), enum_name(performance.basis));
    if (gpu.id == m_catalog.reference()->gpu) {
      return '\n' + wrapped(fmt::format("{}: 1 by definition, it is what others are compared with.", workload.title),
                            m_page.width);
    }
    std::string text;
    if (!breakdown.evidence.empty()) {
      text += section(title, evidence_table(breakdown));
      text += indented(fmt::format("{} measurements:{}", performance.measurements, cited(performance.sources)));
    } else {
      text += '\n' + titled(title);
      if (performance.basis != Basis::estimated) text += indented("From" + cited(performance.sources) + '.');
    }
    if (breakdown.estimate_share > 0 && breakdown.estimate) text += estimate(gpu, breakdown);
    return text;
  }

  std::string estimate(const Gpu& gpu, const IndexBreakdown& breakdown) {
    const IndexEstimate& estimate = *breakdown.estimate;
    std::string text = render(estimate_table(gpu, estimate, *m_catalog.reference()), m_page, true, 2);
    if (breakdown.performance.basis == Basis::estimated) {
      text += indented(fmt::format(
          "80 %: times and divided by exp({:.4f}), what estimates missed on GPUs left out.{}", estimate.spread,
          breakdown.performance.is_vendor_measured ? "" : " The slopes are those of another vendor's GPUs."));
    }
    return text;
  }

  std::string score(const GpuExplanation& explained) {
    const Gpu& gpu = *explained.gpu;
    const auto& found = explained.priority;
    if (!found) return fmt::format("\nNo priority score: {}.\n", missing_criteria(gpu, m_request.weights));
    const std::string_view by = m_request.own_weights ? "by your weights" : "by the guides' order of importance";
    std::string text = section(fmt::format("Priority score {}, {}: an order, not a speed", ratio(found->score), by),
                               score_table(*found, gpu, m_citations));
    const auto is_halved = [](const ScoreTerm& term) { return term.halved; };
    if (std::any_of(found->terms.begin(), found->terms.end(), is_halved))
      text += indented("*: half of what the vendor counts, which is with dual issue.");
    return text;
  }

  std::string prices(const PriceEstimates& found) {
    std::string text = '\n' + titled("Prices: the median of the quotes of three months");
    if (found.empty()) return text + indented("none known");
    for (const PriceEstimate& price : found) {
      std::vector<std::string> quotes;
      for (const Price& quote : price.quotes) {
        quotes.push_back(
            fmt::format("{} {} {}", money_exact(quote.price), quote.date.text(), m_citations.cite(quote.source)));
      }
      text += indented(fmt::format("{}{} {}: {}", enum_name(price.condition),
                                   price.kind == PriceKind::msrp ? " (list price)" : "", money_exact(price.median),
                                   enumeration(quotes)));
    }
    return text;
  }

  /// Speed by price and by power.
  [[nodiscard]] std::string ratios(const std::vector<Standing>& places) const {
    std::vector<std::string> parts;
    for (const auto& standing : places) {
      const Offer& offer = standing.offer;
      if (!offer.speed || !offer.price) continue;
      parts.push_back(fmt::format("{} {} / {} x 1000 = {} per $1000", enum_name(offer.price->condition),
                                  ratio(*offer.speed), money_exact(*total_price(offer)), rounded(*value(offer))));
    }
    const Offer& offer = places.front().offer;
    if (const auto per_kilowatt = efficiency(offer)) {
      parts.push_back(fmt::format("{} / {:.6g} W x 1000 = {} per kilowatt", ratio(*offer.speed), power(offer)->value(),
                                  rounded(*per_kilowatt)));
    }
    if (parts.empty()) return {};
    return indented(fmt::format("{}: {}.", m_request.by_index ? "Speed" : "Score", enumeration(parts)));
  }

  const ExplainView& m_view;
  const Catalog& m_catalog;
  const Request& m_request;
  const Page& m_page;
  Citations m_citations;
};

}  // namespace

std::string explain_text(const ExplainView& view, const Page& page) {
  Explainer explainer(view, page);
  std::string text = emphasised(wrapped(heading(view.answer), page.width), Style::bold, page);
  for (const GpuExplanation& gpu : view.gpus) text += '\n' + explainer.text(gpu);
  return text + explainer.sources();
}

}  // namespace gpuadvisor
