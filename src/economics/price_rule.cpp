#include "gpuadvisor/economics/price_rule.hpp"

#include <algorithm>
#include <tuple>

namespace gpuadvisor {
namespace {

int month_number(PartialDate date) { return date.year() * 12 + static_cast<int>(std::max(date.month(), 1U)); }

/// Median: the middle one, or the mean of the two in the middle. Requires sorted quotes, at least one.
Usd median(std::span<const Usd> sorted) {
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

PriceAge age_of(PartialDate date, Day today, const PriceRule& rule) {
  if (date.first_day() >= months_before(today, rule.old_after)) return PriceAge::current;
  return date.first_day() >= months_before(today, rule.unusable_after) ? PriceAge::old : PriceAge::unusable;
}

/// The quotes of one condition and kind; `prices` are those of one GPU in catalog order.
std::span<const Price> quotes_of(std::span<const Price> prices, Condition condition, PriceKind kind) {
  const auto key = [](const Price& price) { return std::pair(price.condition, is_list_price(price)); };
  const std::pair wanted(condition, kind == PriceKind::msrp);
  const auto* const first = std::lower_bound(prices.data(), prices.data() + prices.size(), wanted,
                                             [&](const Price& price, const auto& asked) { return key(price) < asked; });
  const auto* const last = std::upper_bound(first, prices.data() + prices.size(), wanted,
                                            [&](const auto& asked, const Price& price) { return asked < key(price); });
  return {first, last};
}

/// Requires at least one quote, oldest first.
PriceEstimate estimate(std::span<const Price> quotes, const Catalog& catalog, const PriceRule& rule) {
  const auto sourced = std::find_if(quotes.rbegin(), quotes.rend(),
                                    [&](const Price& quote) { return !catalog.is_recalled(quote.source); });
  const bool only_recalled = sourced == quotes.rend();
  if (!only_recalled) quotes = quotes.first(static_cast<std::size_t>(quotes.rend() - sourced));
  const Price& newest = quotes.back();
  const int span_begin = month_number(newest.date) - rule.span;
  std::size_t count = 1;  // quotes of the span, counted from the newest: the older ones are not even looked at
  while (count < quotes.size() && month_number(quotes[quotes.size() - count - 1].date) > span_begin) ++count;
  quotes = quotes.last(count);
  std::array<Usd, 32> few;  // nearly always enough, and no allocation
  std::vector<Usd> many(quotes.size() > few.size() ? quotes.size() : 0);
  const std::span<Usd> sorted = std::span(many.empty() ? few.data() : many.data(), quotes.size());
  std::transform(quotes.begin(), quotes.end(), sorted.begin(), [](const Price& quote) { return quote.price; });
  std::sort(sorted.begin(), sorted.end());
  return {newest.condition,
          is_list_price(newest) ? PriceKind::msrp : PriceKind::street,
          median(sorted),
          sorted.front(),
          sorted.back(),
          quotes,
          age_of(newest.date, *catalog.as_of(), rule),
          only_recalled};
}

bool is_young(const Gpu& gpu, Day today, const PriceRule& rule) {
  return gpu.released && gpu.released->first_day() >= months_before(today, rule.list_price_for);
}

}  // namespace

bool is_new_below_used(const PriceEstimate& price, const PriceEstimate& other) {
  constexpr double k_tolerance = 0.95;  // prices of one season differ by some percent
  return price.condition == Condition::brand_new && other.condition == Condition::used &&
         other.age == PriceAge::current && price.median < other.median * k_tolerance;
}

std::optional<Usd> risen_to(const PriceEstimate& price) {
  if (price.age != PriceAge::current) return std::nullopt;
  constexpr double k_rise = 1.1;  // less is the spread of any month
  Usd lowest = price.quotes.back().price;
  for (const Price& quote : price.quotes) {
    if (month_number(quote.date) == month_number(price.newest())) lowest = std::min(lowest, quote.price);
  }
  return lowest > price.median * k_rise ? std::optional(lowest) : std::nullopt;
}

PriceEstimates price_estimates(const Gpu& gpu, const Catalog& catalog, const PriceRule& rule) {
  const auto prices = catalog.prices_of(gpu);
  PriceEstimates sourced;
  PriceEstimates recalled;
  if (prices.empty()) return sourced;
  const auto add = [&](Condition condition, PriceKind kind) {
    const auto quotes = quotes_of(prices, condition, kind);
    if (quotes.empty()) return;
    const PriceEstimate found = estimate(quotes, catalog, rule);
    const bool is_second = found.only_recalled && kind == PriceKind::msrp && !recalled.empty();
    if (!is_second) (found.only_recalled ? recalled : sourced).push_back(found);
  };
  add(Condition::brand_new, PriceKind::street);
  add(Condition::used, PriceKind::street);
  if (sourced.size() == 2 && is_new_below_used(sourced[0], sourced[1]) &&
      sourced[0].newest().last_day() < sourced[1].quotes.front().date.first_day()) {
    sourced[0].age = std::max(sourced[0].age, PriceAge::old);
  }
  if (const auto mixed = quotes_of(prices, Condition::mixed, PriceKind::street); !mixed.empty()) {
    const int span_begin = month_number(mixed.back().date) - rule.span;
    const bool known_better = std::any_of(sourced.begin(), sourced.end(), [&](const PriceEstimate& known) {
      return month_number(known.newest()) > span_begin;
    });
    if (!known_better) add(Condition::mixed, PriceKind::street);
  }
  if (sourced.empty() && is_young(gpu, *catalog.as_of(), rule)) add(Condition::brand_new, PriceKind::msrp);
  return sourced.empty() ? recalled : sourced;
}

std::optional<PriceEstimate> deciding_price(const PriceEstimates& prices, std::optional<Condition> condition) {
  const auto key = [](const PriceEstimate& price) { return std::tuple(price.age, price.median); };
  std::optional<PriceEstimate> found;
  for (const PriceEstimate& price : prices) {
    if (price.age == PriceAge::unusable || price.only_recalled) continue;
    if (condition && price.condition != *condition) continue;
    if (!found || key(price) < key(*found)) found = price;
  }
  return found;
}

std::vector<std::string_view> sources_of(const PriceEstimate& price) {
  std::vector<std::string_view> sources;
  for (const Price& quote : price.quotes) {
    if (std::find(sources.begin(), sources.end(), quote.source) == sources.end()) sources.push_back(quote.source);
  }
  return sources;
}

}  // namespace gpuadvisor
