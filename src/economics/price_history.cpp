#include "price_history.hpp"

#include <algorithm>
#include <cmath>

#include "catalog/records/market_group.hpp"

namespace gpuadvisor {
namespace {

QuoteUse use_of(const Price& quote, const PriceEstimates& prices, const Catalog& catalog) {
  constexpr int k_first_year = 2022;  // of the model
  for (const PriceEstimate& price : prices) {
    const bool is_part = &quote >= price.quotes.data() && &quote < price.quotes.data() + price.quotes.size();
    if (is_part && price.basis == PriceBasis::list) return QuoteUse::none;
    if (is_part) return price.basis == PriceBasis::seen ? QuoteUse::sets_today : QuoteUse::carried;
  }
  if (is_list_price(quote) || catalog.is_recalled(quote.source) || quote.date.year() < k_first_year)
    return QuoteUse::none;
  const bool is_ask = offers_of(quote.kind) > 0 && days_until(*catalog.as_of(), quote.date) <= k_oldest_ask;
  return is_ask && !is_sound(quote, catalog) ? QuoteUse::too_far : QuoteUse::informs;
}

}  // namespace

std::optional<Ratio> market_index(const Gpu& gpu, PartialDate date, const Catalog& catalog) {
  for (const MarketMonth& month : catalog.records<MarketMonth>()) {
    const bool is_then = month.month.year() == date.year() && month.month.month() == date.month();
    if (is_then && date.month() != 0 && month.market == market_group(gpu)) return month.index;
  }
  return std::nullopt;
}

PriceHistory price_history(const Gpu& gpu, const Catalog& catalog) {
  PriceHistory history{&gpu, market_group(gpu), price_estimates(gpu, catalog), {}, {}};
  for (const MarketMonth& month : catalog.records<MarketMonth>()) {
    if (month.market == history.market) history.months.push_back(month);
  }
  std::reverse(history.months.begin(), history.months.end());
  for (const Price& quote : catalog.prices_of(gpu)) {
    const Source* source = catalog.source(quote.source);
    DatedQuote dated{&quote, source == nullptr ? quote.source : source->title, {}, {}, {}, {}};
    if (const auto today = catalog.as_of()) dated.age_days = days_until(*today, quote.date);
    dated.use = use_of(quote, history.prices, catalog);
    if (const auto index = is_list_price(quote) ? std::nullopt : market_index(gpu, quote.date, catalog)) {
      dated.index = index;
      constexpr double k_cents = 100;
      dated.moved = Usd{std::round(quote.price.value() / index->value() * k_cents) / k_cents};
    }
    history.quotes.push_back(dated);
  }
  std::stable_sort(history.quotes.begin(), history.quotes.end(),
                   [](const DatedQuote& a, const DatedQuote& b) { return b.quote->date < a.quote->date; });
  return history;
}

}  // namespace gpuadvisor
