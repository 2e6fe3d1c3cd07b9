#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "catalog/records/market_group.hpp"
#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// The months since the year 0; a date without a month stands in the middle of its year.
[[nodiscard]] int month_number(PartialDate date);

/// The month of such a number.
[[nodiscard]] PartialDate date_of_month(int number);

/// A source without the year and month at the end of its id: the monthly reports of one publisher are one series.
[[nodiscard]] std::string_view series_of(std::string_view source);

/// The natural logarithm of a price in US dollars.
struct LogPrice {
  double middle = 0;
  double deviation = 0;  // one standard deviation

  [[nodiscard]] Usd usd() const;
  [[nodiscard]] Usd low() const;  // of an 80 % interval
  [[nodiscard]] Usd high() const;
};

/// What offers cost in one month, "today", learned from quotes of all months (docs/prices.md#the-price-model):
///   ln quote = level of GPU and condition + market of the month + kind of quote + series of the source + error.
/// Views the catalog.
class PriceModel {
 public:
  /// Fitted to those of `quotes` that the market made by the month `today`. List prices and recalled quotes are left
  /// out, and what is from before 2022, when other cards were sold.
  PriceModel(const Catalog& catalog, std::span<const Price* const> quotes, int today);

  /// What the second-lowest ask is today; empty for a GPU without any quote.
  [[nodiscard]] std::optional<LogPrice> today(const Gpu& gpu, Condition condition) const;
  /// What such a quote, of this kind and source, would say today.
  [[nodiscard]] std::optional<LogPrice> quoted_today(const Gpu& gpu, const Price& like) const;
  /// What a quote would say by all others; empty for one that the model was not fitted to.
  [[nodiscard]] std::optional<LogPrice> by_all_others(const Price& quote) const;
  /// The market of a group in a month with quotes, as a share of today's; empty for other months and groups.
  [[nodiscard]] std::optional<double> market(std::string_view group, int month) const;

 private:
  struct Fit;
  std::shared_ptr<const Fit> m_fit;
};

}  // namespace gpuadvisor
