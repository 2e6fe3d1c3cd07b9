#include <functional>

#include "output/phrases/shared_records.hpp"
#include "price_history_view.hpp"

namespace gpuadvisor {
namespace {

Record<DatedQuote> dated_quote_record() {
  return Record<DatedQuote>("dated_quote", "A quote, and what it says of today", JsonWriter::Layout::one_line)
      .member<&DatedQuote::quote, &Price::date>("date", "When it was seen")
      .member<&DatedQuote::age_days>("age_days", "Of the quote on the catalog's day, at least", least(0))
      .member<&DatedQuote::quote, &Price::condition>("condition", "Of the goods")
      .member<&DatedQuote::quote, &Price::kind>("kind", "What it says of the market")
      .member<&DatedQuote::quote, &Price::asks>("asks", "That the figure is of; null: not told", least(1))
      .member<&DatedQuote::use>("use", "What it was used for")
      .member<&DatedQuote::quote, &Price::price>("price_usd", "US dollars", positive())
      .member<&DatedQuote::quote, &Price::region>("region", "Country by ISO 3166")
      .member<&DatedQuote::quote, &Price::currency>("currency", "Of what was quoted; null: US dollars", or_null())
      .member<&DatedQuote::quote, &Price::amount>("amount", "As quoted, in that currency; null: US dollars", positive())
      .member<&DatedQuote::index>("market_index",
                                  "Prices of its month as a multiple of those of today; null: not known", positive())
      .member<&DatedQuote::moved>("moved_usd", "The price, moved along with the market to today; null: not known",
                                  positive())
      .member<&DatedQuote::quote, &Price::place>("place", "Where it is sold; null: not told", or_null())
      .member<&DatedQuote::quote, &Price::source>("source", "Its id", id())
      .member<&DatedQuote::quote, &Price::note>("note", "What kind of quote it is", or_null());
}

Record<PriceEstimate> condition_price_record() {
  return Record<PriceEstimate>("condition_price", "A price by condition", JsonWriter::Layout::one_line)
      .member<&PriceEstimate::condition>("condition", "Of the goods; mixed quotes average new and used ones")
      .members_of(std::identity());
}

}  // namespace

Record<PriceHistory> price_history_record() {
  return Record<PriceHistory>("history", "What one GPU was quoted at")
      .member<&PriceHistory::gpu, &Gpu::id>("id", "Stable key", id())
      .member<&PriceHistory::gpu, &Gpu::name>("name", "With the vendor")
      .member<&PriceHistory::market>("market", "GPUs whose prices move with its own")
      .member<&PriceHistory::prices, as<condition_price_record>>("prices", "Of today, by condition")
      .member<&PriceHistory::quotes, as<dated_quote_record>>("quotes", "The newest first")
      .member<&PriceHistory::months>("months", "Of the market, the newest first");
}

template <>
Record<MarketMonth> description() {
  return Record<MarketMonth>("market_month", "What GPUs of a market cost in a month", JsonWriter::Layout::one_line)
      .member<&MarketMonth::market>("market", "GPUs whose prices move together")
      .member<&MarketMonth::month>("month", "Of the quotes")
      .member<&MarketMonth::index>("index", "Prices of the month as a multiple of those of today", positive())
      .member<&MarketMonth::quotes>("quotes", "Of the market in the month", least(1))
      .member<&MarketMonth::sources>("sources", "That they are from", least(1));
}

template <>
Record<PriceHistoryView> description() {
  return answer_record<PriceHistoryView>("prices", "prices", "What GPUs were quoted at")
      .member<&PriceHistoryView::gpus, as<price_history_record>>("results", "In the order asked for")
      .member<&PriceHistoryView::notes>("warnings", "About the names asked for")
      .rows("results[].quotes[]",
            {"gpu: id", "date", "condition", "kind", "asks", "use", "price_usd", "region", "currency", "amount",
             "market_index", "moved_usd", "place", "source", "note", "age_days"});
}

template <>
Record<MarketView> description() {
  return answer_record<MarketView>("prices-market", "prices market", "How markets have moved")
      .member<&MarketView::months>("results", "By market and month")
      .rows("results[]", {"market", "month", "index", "quotes", "sources"});
}

}  // namespace gpuadvisor
