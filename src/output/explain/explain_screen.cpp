#include "explain_screen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "gpuadvisor/core/money.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/recommend/answer_heading.hpp"
#include "report/number_text.hpp"
#include "scoring/criteria.hpp"
#include "standing_text.hpp"

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
  Table table{{{"speed"}, {"", true}, {"80 %"}, {"share", true}, {"by"}}, {}};
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

/// What figures mean, and what was asked.
std::string legend(const ExplainView& view) {
  return fmt::format(
      "{} = 1.00; priority score: the guides' order, no speed. Asked: {}. Every sum, quote and source: --explain.",
      view.catalog.reference_name, heading(view.answer.request, view.workload.title, view.catalog));
}

}  // namespace

Document explain_screen(const ExplainView& view) {
  Document document;
  for (const GpuExplanation& explained : view.gpus) {
    std::string text = place_text(best_of(explained.places), view);
    if (&explained == view.gpus.data()) {
      document.title(std::move(text));
    } else {
      document.gap().paragraph(std::move(text));
    }
    document.gap().table(offer_table(explained, view));
    if (!explained.speeds.empty()) document.gap().table(speed_table(explained, view));
    if (explained.priority) document.gap().table(score_table(*explained.priority));
  }
  return document.gap().paragraph(legend(view));
}

}  // namespace gpuadvisor
