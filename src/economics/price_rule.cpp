#include "gpuadvisor/economics/price_rule.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <tuple>

#include "catalog/records/own_price.hpp"
#include "core/contains.hpp"
#include "core/order_statistics.hpp"
#include "warranty.hpp"

namespace gpuadvisor {
namespace {

int month_number(PartialDate date) { return date.year() * 12 + static_cast<int>(std::max(date.month(), 1U)); }

PriceAge age_of(const Price& quote, Day today, const PriceRule& rule) {
  const int months = months_until(today, quote.date);
  const int old_after = is_list_price(quote) ? std::max(rule.old_after, rule.list_price_for) : rule.old_after;
  if (months <= old_after) return PriceAge::current;
  return months <= rule.unusable_after ? PriceAge::old : PriceAge::unusable;
}

/// Whether prices are what was asked; before, asks were too few, and kinds unknown.
bool has_asks(Day today) {
  constexpr int k_first_year = 2025;
  return static_cast<int>(today.year()) >= k_first_year;
}

PriceBasis basis_of(const Price& newest, Day today) {
  if (is_list_price(newest)) return PriceBasis::list;
  return !has_asks(today) && months_until(today, newest.date) <= 1 ? PriceBasis::seen : PriceBasis::carried;
}

/// List prices of a condition, or its quotes; `prices` are those of one GPU in catalog order.
std::span<const Price> quotes_of(std::span<const Price> prices, Condition condition, bool list) {
  const auto key = [](const Price& price) { return std::pair(price.condition, is_list_price(price)); };
  const std::pair wanted(condition, list);
  const auto* const first = std::lower_bound(prices.data(), prices.data() + prices.size(), wanted,
                                             [&](const Price& price, const auto& asked) { return key(price) < asked; });
  const auto* const last = std::upper_bound(first, prices.data() + prices.size(), wanted,
                                            [&](const auto& asked, const Price& price) { return asked < key(price); });
  return {first, last};
}

/// What a quote is worth, the best first.
enum class Worth : unsigned char { sound, hearsay, recalled };

/// An ask or a sale of here is sound; what articles, or shops of other countries, tell is hearsay.
Worth worth_of(const Price& quote, const Catalog& catalog) {
  if (catalog.is_recalled(quote.source)) return Worth::recalled;
  if (is_list_price(quote)) return Worth::sound;
  constexpr auto k_sales = std::to_array({QuoteKind::sold, QuoteKind::sold_low, QuoteKind::sold_high});
  const bool is_dealt = offers_of(quote.kind) > 0 || contains(k_sales, quote.kind);
  const bool is_here = quote.region == k_home_country || quote.region == catalog.country();
  if (has_asks(*catalog.as_of()) && !(is_dealt && is_here)) return Worth::hearsay;
  return quote.kind == QuoteKind::weak ? Worth::hearsay : Worth::sound;
}

std::optional<NoOffer> no_offer_of(Worth worth) {
  if (worth == Worth::sound) return std::nullopt;
  return worth == Worth::hearsay ? NoOffer::hearsay : NoOffer::recalled;
}

/// The worth of the quotes that a price is from: of the best ones, but articles of today tell more than offers of old.
Worth best_worth(std::span<const Price> quotes, const Catalog& catalog, const PriceRule& rule) {
  Worth best = Worth::recalled;
  Worth best_of_today = Worth::recalled;
  for (std::size_t left = quotes.size(); left > 0; --left) {  // the newest first: it decides most often
    const Price& quote = quotes[left - 1];
    const Worth worth = worth_of(quote, catalog);
    best = std::min(best, worth);
    const bool is_usable = months_until(*catalog.as_of(), quote.date) <= rule.unusable_after;
    if (is_usable) best_of_today = std::min(best_of_today, worth);
    if (best_of_today == Worth::sound) return best_of_today;
  }
  return best_of_today == Worth::recalled ? best : best_of_today;
}

/// Makes the median, lowest and highest of its quotes the price of today.
void price_by_quotes(PriceEstimate& price) {
  std::vector<Usd> sorted;
  sorted.reserve(price.quotes.size());
  for (const Price& quote : price.quotes) sorted.push_back(quote.price);
  std::sort(sorted.begin(), sorted.end());
  price.today = median(sorted);
  price.low = sorted.front();
  price.high = sorted.back();
}

/// Whether an ask can be one of today: a month is as old as its first day.
bool is_recent(const Price& ask, Day today) {
  const auto age = std::chrono::sys_days{today} - std::chrono::sys_days{ask.date.first_day()};
  return age.count() <= k_oldest_ask;
}

/// Of the statistics of one list the one that says most of what is asked; each price of a shop is its own.
bool is_better_of_one_list(const Price& a, const Price& b) {
  constexpr auto k_order = std::to_array({QuoteKind::ask_second, QuoteKind::ask_mean_of_lowest, QuoteKind::ask_lowest});
  const auto place = [&](const Price& price) { return std::find(k_order.begin(), k_order.end(), price.kind); };
  return std::pair(place(a), a.price) < std::pair(place(b), b.price);
}

/// The asks of the newest month that has any in the country, no older than 62 days; of each list its best.
std::vector<const Price*> newest_asks(std::span<const Price> quotes, const Catalog& catalog, std::string_view country) {
  std::vector<const Price*> asks;
  for (std::size_t left = quotes.size(); left > 0; --left) {
    const Price& quote = quotes[left - 1];
    if (!is_recent(quote, *catalog.as_of())) continue;  // a month may stand before its days
    const bool is_ask = offers_of(quote.kind) > 0 && quote.region == country && quote.date.month() != 0;
    if (!is_ask || catalog.is_recalled(quote.source) || !is_sound(quote, catalog)) continue;
    if (!asks.empty() && month_number(asks.front()->date) != month_number(quote.date)) break;
    const auto of_its_list = std::find_if(asks.begin(), asks.end(), [&](const Price* other) {
      return quote.kind != QuoteKind::shop && other->kind != QuoteKind::shop && other->source == quote.source;
    });
    if (of_its_list == asks.end()) {
      asks.push_back(&quote);
    } else if (is_better_of_one_list(quote, **of_its_list)) {
      *of_its_list = &quote;
    }
  }
  return asks;
}

/// The ask that is the second lowest of the offers that asks stand for, or the only one; null: there is none.
const Price* asked_today(std::span<const Price> quotes, const Catalog& catalog, std::string_view country) {
  std::vector<const Price*> asks = newest_asks(quotes, catalog, country);
  std::stable_sort(asks.begin(), asks.end(), [](const Price* a, const Price* b) { return a->price < b->price; });
  int offers = 0;
  for (const Price* ask : asks) {
    offers += offers_of(ask->kind);
    if (offers >= 2) return ask;
  }
  return asks.empty() ? nullptr : asks.front();
}

/// The newest list price of a machine that is still made: what its one seller asks until it names another, unless it is
/// sold for something else since.
const Price* asked_by_its_vendor(const Gpu& gpu, std::span<const Price> prices, const Catalog& catalog,
                                 const PriceRule& rule) {
  if (goods_of(gpu) != Goods::machine || gpu.end_of_production) return nullptr;
  const auto lists = quotes_of(prices, Condition::brand_new, true);
  if (lists.empty() || catalog.is_recalled(lists.back().source)) return nullptr;
  return age_of(lists.back(), *catalog.as_of(), rule) == PriceAge::current ? &lists.back() : nullptr;
}

/// What a GPU is offered at today; null: nobody is known to offer it.
const Price* offered_today(const Gpu& gpu, Condition condition, const Catalog& catalog, const PriceRule& rule) {
  if (!has_asks(*catalog.as_of())) return nullptr;
  const auto prices = catalog.prices_of(gpu);
  const Price* list = condition == Condition::brand_new ? asked_by_its_vendor(gpu, prices, catalog, rule) : nullptr;
  const auto quotes = quotes_of(prices, condition, false);
  if (quotes.empty() || condition == Condition::mixed) return list;
  const Price* ask = asked_today(quotes, catalog, catalog.country());
  if (ask == nullptr && catalog.country() != k_home_country) ask = asked_today(quotes, catalog, k_home_country);
  const bool is_gone = ask != nullptr && goods_of(gpu) == Goods::machine && condition == Condition::brand_new &&
                       gpu.end_of_production && ask->date.first_day() <= gpu.end_of_production->last_day();
  if (is_gone) return nullptr;
  return list != nullptr && (ask == nullptr || ask->date.first_day() <= list->date.last_day()) ? list : ask;
}

PriceEstimate estimate_of_ask(const Price& ask, const Catalog& catalog) {
  PriceEstimate price{ask.condition, PriceBasis::seen, ask.price, ask.price, ask.price, {&ask, 1}};
  price.age_days = days_until(*catalog.as_of(), ask.date);
  price.asked = &ask;
  const PriceLevel* level = is_list_price(ask) ? nullptr : catalog.price_level(ask.gpu, ask.condition);
  if (level == nullptr) return price;
  price.low = std::min(level->low, ask.price);
  price.high = std::max(level->high, ask.price);
  return price;
}

/// Requires at least one quote, oldest first.
PriceEstimate estimate(std::span<const Price> quotes, const Catalog& catalog, const PriceRule& rule) {
  const auto worth = [&](const Price& quote) { return worth_of(quote, catalog); };
  const Worth best = best_worth(quotes, catalog, rule);
  const auto newest_best =
      std::find_if(quotes.rbegin(), quotes.rend(), [&](const Price& quote) { return worth(quote) == best; });
  quotes = quotes.first(static_cast<std::size_t>(quotes.rend() - newest_best));
  const Price& newest = quotes.back();
  const int span_begin = month_number(newest.date) - rule.span;
  const auto* const first = std::find_if(quotes.data(), quotes.data() + quotes.size(),
                                         [&](const Price& quote) { return month_number(quote.date) > span_begin; });
  const Day today = *catalog.as_of();
  PriceEstimate price{newest.condition,
                      basis_of(newest, today),
                      {},
                      {},
                      {},
                      {first, quotes.data() + quotes.size()},
                      age_of(newest, today, rule),
                      no_offer_of(best)};
  price.age_days = days_until(today, newest.date);
  const PriceLevel* level = price.basis == PriceBasis::list || best == Worth::recalled
                                ? nullptr
                                : catalog.price_level(newest.gpu, newest.condition);
  if (level == nullptr) {
    price_by_quotes(price);
  } else {
    price.today = level->today;
    price.low = level->low;
    price.high = level->high;
  }
  return price;
}

bool is_young(const Gpu& gpu, Day today, const PriceRule& rule) {
  return gpu.released && gpu.released->first_day() >= months_before(today, rule.list_price_for);
}

/// Nobody sells new ones of a product that is made no more for less than used ones cost.
void refuse_leftovers(PriceEstimate& as_new, const PriceEstimate& used, const Gpu& gpu) {
  if (!is_new_below_used(as_new, used)) return;
  if (gpu.end_of_production) as_new.no_offer = NoOffer::out_of_production;
  const bool is_gone = as_new.seen().last_day() < used.quotes.front().date.first_day();
  if (is_gone && as_new.basis != PriceBasis::seen) as_new.age = std::max(as_new.age, PriceAge::old);
}

PriceEstimate estimate(const OwnPrice& own) {
  const Price& quote = own.quote;
  PriceEstimate price{quote.condition, PriceBasis::yours, quote.price, quote.price, quote.price, {&quote, 1}};
  price.lot = own.count;
  return price;
}

/// What is known of the prices of a GPU.
PriceEstimates market_prices(const Gpu& gpu, const Catalog& catalog, const PriceRule& rule) {
  const auto prices = catalog.prices_of(gpu);
  PriceEstimates sourced;
  PriceEstimates recalled;
  if (prices.empty()) return sourced;
  const auto add = [&](Condition condition, bool list) {
    const Price* offered = list ? nullptr : offered_today(gpu, condition, catalog, rule);
    const auto quotes = quotes_of(prices, condition, list);
    if (offered == nullptr && quotes.empty()) return;
    PriceEstimate found = offered != nullptr ? estimate_of_ask(*offered, catalog) : estimate(quotes, catalog, rule);
    found.goods = goods_of(gpu);
    const bool is_unmoved = found.goods == Goods::machine && found.condition == Condition::brand_new;
    if (is_unmoved && has_asks(*catalog.as_of())) found.today = found.low = found.high = found.quotes.back().price;
    const bool is_recalled = found.no_offer == NoOffer::recalled;
    const bool is_second = is_recalled && list && !recalled.empty();
    if (!is_second) (is_recalled ? recalled : sourced).push_back(found);
  };
  add(Condition::brand_new, false);
  add(Condition::used, false);
  if (sourced.size() == 2) refuse_leftovers(sourced[0], sourced[1], gpu);
  const bool has_model = !catalog.records<PriceLevel>().empty();
  if (const auto mixed = quotes_of(prices, Condition::mixed, false); !mixed.empty() && !has_model) {
    const int span_begin = month_number(mixed.back().date) - rule.span;
    const bool known_better = std::any_of(sourced.begin(), sourced.end(), [&](const PriceEstimate& known) {
      return month_number(known.seen()) > span_begin;
    });
    if (!known_better) add(Condition::mixed, false);
  }
  if (sourced.empty() && is_young(gpu, *catalog.as_of(), rule)) add(Condition::brand_new, true);
  return sourced.empty() ? recalled : sourced;
}

}  // namespace

Goods goods_of(const Gpu& gpu) {
  switch (gpu.form) {
    case Form::pcie_card:
    case Form::pcie_low_profile:
      return Goods::card;
    case Form::soc:
    case Form::laptop:
      return Goods::machine;
    default:
      return Goods::module;
  }
}

int days_until(Day today, PartialDate date) {
  const auto days = std::chrono::sys_days{today} - std::chrono::sys_days{date.last_day()};
  return std::max(0, static_cast<int>(days.count()));
}

int months_until(Day today, PartialDate date) {
  return month_number(PartialDate(static_cast<int>(today.year()), static_cast<unsigned>(today.month()))) -
         month_number(date);
}

bool is_sound(const Price& quote, const Catalog& catalog) {
  const PriceLevel* level = catalog.price_level(quote.gpu, quote.condition);
  if (level == nullptr) return true;
  constexpr double k_most = 3;
  const double deviation = std::log(level->high.value() / level->low.value()) / (2 * k_normal_deviations);
  if (deviation <= 0) return true;
  return std::abs(std::log(quote.price.value() / level->today.value())) <= k_most * deviation;
}

bool is_new_below_used(const PriceEstimate& price, const PriceEstimate& other) {
  constexpr double k_tolerance = 0.95;  // prices of one season differ by some percent
  return price.condition == Condition::brand_new && other.condition == Condition::used &&
         other.age == PriceAge::current && price.today < other.today * k_tolerance;
}

PriceEstimates price_estimates(const Gpu& gpu, const Catalog& catalog, const PriceRule& rule) {
  const OwnPrice* own = catalog.own_price(gpu.id);
  PriceEstimates found;
  if (own == nullptr || own->count > 1) found = market_prices(gpu, catalog, rule);
  if (own != nullptr) found.push_back(estimate(*own));
  return found;
}

std::optional<PriceEstimate> deciding_price(const PriceEstimates& prices, std::optional<Condition> condition,
                                            int count) {
  const auto key = [](const PriceEstimate& price) {
    return std::tuple(!price.is_yours(), price.age, deciding_amount(price));
  };
  std::optional<PriceEstimate> found;
  for (const PriceEstimate& price : prices) {
    if (!price.decides() || !price.is_for(count) || (condition && !price.is_in(*condition))) continue;
    if (!found || key(price) < key(*found)) found = price;
  }
  return found;
}

std::vector<std::string_view> sources_of(const PriceEstimate& price) {
  std::vector<std::string_view> sources;
  if (price.is_yours()) return sources;
  for (const Price& quote : price.quotes) {
    if (!contains(sources, quote.source)) sources.push_back(quote.source);
  }
  return sources;
}

}  // namespace gpuadvisor
