#include "output/phrases/shared_records.hpp"
#include "price_fit_report.hpp"

namespace gpuadvisor {

template <>
Record<PriceLevel> description() {
  return Record<PriceLevel>("price_level", "What a GPU costs today", JsonWriter::Layout::one_line)
      .member<&PriceLevel::gpu>("gpu", "Of the GPU", id())
      .member<&PriceLevel::condition>("condition", "Of the goods")
      .member<&PriceLevel::today>("today_usd", "Of the cheaper offers", positive())
      .member<&PriceLevel::low>("low_usd", "Lower end of the 80 % interval", positive())
      .member<&PriceLevel::high>("high_usd", "Upper end of the 80 % interval", positive());
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
Record<PriceFitReport> description() {
  return answer_record<PriceFitReport>("prices-fit", "prices fit", "What the model of prices says")
      .member("results", "By GPU and condition", [](const auto& report) { return std::span(report.fitted.levels); })
      .member("markets", "By market and month", [](const auto& report) { return std::span(report.fitted.months); });
}

std::string price_fit_json(const PriceFitReport& report) { return json_text(value_of(report)); }

}  // namespace gpuadvisor
