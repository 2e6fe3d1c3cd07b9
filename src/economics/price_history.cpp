#include "price_history.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "catalog/records/market_group.hpp"

namespace gpuadvisor {
namespace {

/// The market of a group in the month of a quote; of a date without a month, none.
const MarketMonth* market_of(const Price& quote, std::span<const MarketMonth> months) {
  const auto at = std::find_if(months.begin(), months.end(), [&](const MarketMonth& month) {
    return quote.date.month() != 0 && month.month.year() == quote.date.year() &&
           month.month.month() == quote.date.month();
  });
  return at == months.end() ? nullptr : &*at;
}

}  // namespace

PriceHistory price_history(const Gpu& gpu, const Catalog& catalog) {
  PriceHistory history{&gpu, market_group(gpu), price_estimates(gpu, catalog), {}, {}};
  for (const MarketMonth& month : catalog.records<MarketMonth>()) {
    if (month.market == history.market) history.months.push_back(month);
  }
  std::reverse(history.months.begin(), history.months.end());
  for (const Price& quote : catalog.prices_of(gpu)) {
    const Source* source = catalog.source(quote.source);
    DatedQuote dated{&quote, source == nullptr ? quote.source : source->title, std::nullopt, std::nullopt,
                     std::nullopt};
    if (const auto today = catalog.as_of()) dated.age_days = days_until(*today, quote.date);
    if (const MarketMonth* market = is_list_price(quote) ? nullptr : market_of(quote, history.months)) {
      dated.index = market->index;
      constexpr double k_cents = 100;
      dated.moved = Usd{std::round(quote.price.value() / market->index.value() * k_cents) / k_cents};
    }
    history.quotes.push_back(dated);
  }
  std::stable_sort(history.quotes.begin(), history.quotes.end(),
                   [](const DatedQuote& a, const DatedQuote& b) { return b.quote->date < a.quote->date; });
  return history;
}

}  // namespace gpuadvisor
