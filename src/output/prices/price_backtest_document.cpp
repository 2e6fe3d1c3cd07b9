#include <fmt/format.h>

#include <utility>

#include "output/phrases/figure_words.hpp"
#include "price_backtest_report.hpp"

namespace gpuadvisor {
namespace {

std::string title_of(const PriceBacktestRow& row) {
  switch (row.slice) {
    case PriceSlice::all:
      return "all";
    case PriceSlice::no_shared_source:
      return "  from other sources";
    case PriceSlice::cards:
      return "  consumer and workstation";
    default:
      return "  " + row.name;
  }
}

std::string heading_of(const PriceBacktestRow& row) {
  return row.hidden == HiddenQuotes::own ? fmt::format("Today's prices from quotes {} months older", row.months)
                                         : fmt::format("Prices forecast {} months ahead", row.months);
}

std::string error_text(double error) { return fmt::format("{:.1f} %", 100 * error); }

}  // namespace

Document document_of(const PriceBacktestReport& report) {
  Document document;
  for (std::size_t i = 0; i < report.rows.size();) {
    const PriceBacktestRow& first = report.rows[i];
    document.heading(heading_of(first));
    Table table{{{"prices of"},
                 {"n", true},
                 {"bias", true},
                 {"error", true},
                 {"carried", true},
                 {"in", true},
                 {"interval", true}},
                {}};
    for (; i < report.rows.size() && report.rows[i].hidden == first.hidden && report.rows[i].months == first.months;
         ++i) {
      const auto& judgement = report.rows[i].judgement;
      table.add({title_of(report.rows[i]), std::to_string(judgement.prices),
                 fmt::format("{:+.1f} %", 100 * judgement.bias), error_text(judgement.median_error),
                 error_text(judgement.carried_error), percent(judgement.coverage),
                 "+" + percent(judgement.half_width)});
    }
    document.table(std::move(table), 2);
  }
  if (report.rows.empty()) return document;
  return document.gap().paragraph(
      "Each row predicts prices of the last six months. n: one for each GPU, condition and month. "
      "bias: "
      "median of predicted / quoted - 1; error: median of |predicted / quoted - 1|; carried: the same for the last "
      "known median, unchanged; in: quotes within the 80 % interval; interval: how far the upper end of the median one "
      "is "
      "above the prediction.");
}

}  // namespace gpuadvisor
