#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "gpuadvisor/core/money.hpp"
#include "output/phrases/offer_words.hpp"
#include "price_fit_report.hpp"

namespace gpuadvisor {
namespace {

std::string gpu_name(const PriceFitReport& report, std::string_view id) {
  const auto gpu = std::find_if(report.gpus.begin(), report.gpus.end(), [&](const Gpu& one) { return one.id == id; });
  return std::string(gpu == report.gpus.end() ? id : short_name(*gpu));
}

Table market_table(const FittedPrices& fitted) {
  Table table{{{"market"}, {"month"}, {"index", true}, {"quotes", true}, {"sources", true}}, {}};
  for (const MarketMonth& month : fitted.months) {
    table.add({std::string(month.market), month.month.text(), fmt::format("{:.2f}", month.index.value()),
               std::to_string(month.quotes), std::to_string(month.sources)});
  }
  return table;
}

Table level_table(const PriceFitReport& report) {
  Table table{{{"GPU", false, true}, {"condition"}, {"today", true}, {"low", true}, {"high", true}}, {}};
  for (const PriceLevel& level : report.fitted.levels) {
    table.add({gpu_name(report, level.gpu), std::string(condition_word(level.condition)), money(level.today),
               money(level.low), money(level.high)});
  }
  return table;
}

}  // namespace

Document price_fit_document(const PriceFitReport& report) {
  Document document;
  document.heading("Prices of today").table(level_table(report), 2);
  document.heading("Markets").table(market_table(report.fitted), 2);
  return document.gap().paragraph(
      "today: what the cheaper offers ask; low, high: ends of the 80 % interval. index: prices of the month as a "
      "multiple of those of today; quotes, sources: those of the month.");
}

}  // namespace gpuadvisor
