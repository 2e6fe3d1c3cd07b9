#include "price_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "gpuadvisor/core/date.hpp"
#include "price_model.hpp"

namespace gpuadvisor {
namespace {

constexpr int k_first_day = 2025 * 12;  // until then quotes are too few, and their kinds unknown
constexpr int k_year = 12;
constexpr std::size_t k_fewest_quotes = 50;  // in a year
constexpr std::size_t k_fewest_sources = 5;  // that they are from
constexpr int k_longest_carried = 24;        // months
constexpr std::size_t k_quarter_quotes = 8;  // of a market before 2025, to be told
constexpr std::size_t k_quarter_sources = 2;

bool is_of_the_market(const Catalog& catalog, const Price& price) {
  return price.region == k_home_country && !is_list_price(price) && !catalog.is_recalled(price.source);
}

/// How much was quoted, and by whom.
struct Evidence {
  std::size_t quotes = 0;
  std::set<std::string_view> sources;

  void add(const Price& price) {
    ++quotes;
    sources.insert(series_of(price.source));
  }
};

int month_of_its_day(const Catalog& catalog) {
  const Day day = *catalog.as_of();
  return month_number(PartialDate(static_cast<int>(day.year()), static_cast<unsigned>(day.month())));
}

Usd in_whole_dollars(Usd price) { return Usd{std::max(1.0, std::round(price.value()))}; }

bool is_carried(const Catalog& catalog, const Gpu& gpu, Condition condition, int today) {
  const auto prices = catalog.prices_of(gpu);
  return std::any_of(prices.begin(), prices.end(), [&](const Price& price) {
    return price.condition == condition && is_of_the_market(catalog, price) && month_number(price.date) <= today &&
           today - month_number(price.date) <= k_longest_carried;
  });
}

constexpr auto k_priced_conditions = std::to_array({Condition::brand_new, Condition::used});

/// Whether quotes were added of which its levels do not know.
bool lacks_levels(const Catalog& catalog) {
  const int today = month_of_its_day(catalog);
  const bool lacks_some = std::any_of(catalog.gpus().begin(), catalog.gpus().end(), [&](const Gpu& gpu) {
    return std::any_of(k_priced_conditions.begin(), k_priced_conditions.end(), [&](Condition condition) {
      return catalog.price_level(gpu.id, condition) == nullptr && is_carried(catalog, gpu, condition, today);
    });
  });
  return lacks_some && has_market(catalog);
}

std::vector<PriceLevel> levels(const Catalog& catalog, const PriceModel& model, int today) {
  std::vector<PriceLevel> found;
  for (const Gpu& gpu : catalog.gpus()) {
    for (const Condition condition : k_priced_conditions) {
      if (!is_carried(catalog, gpu, condition, today)) continue;
      const auto price = model.today(gpu, condition);
      if (!price) continue;
      found.push_back({gpu.id, condition, in_whole_dollars(price->usd()), in_whole_dollars(price->low()),
                       in_whole_dollars(price->high())});
    }
  }
  return found;
}

std::vector<MarketMonth> months(const Catalog& catalog, const PriceModel& model, int today) {
  std::map<std::pair<std::string_view, int>, Evidence> by_month;
  std::map<std::pair<std::string_view, int>, Evidence> by_quarter;
  constexpr int k_months = 3;
  for (const Price& price : catalog.records<Price>()) {
    const Gpu* gpu = catalog.gpu(price.gpu);
    if (gpu == nullptr || !is_of_the_market(catalog, price)) continue;
    const int month = month_number(price.date);
    if (month > today) continue;
    by_month[{market_group(*gpu), month}].add(price);
    by_quarter[{market_group(*gpu), month / k_months}].add(price);
  }
  std::vector<MarketMonth> found;
  for (const auto& [key, evidence] : by_month) {
    const auto& [market, month] = key;
    const Evidence& quarter = by_quarter.at({market, month / k_months});
    const bool is_thick = quarter.quotes >= k_quarter_quotes && quarter.sources.size() >= k_quarter_sources;
    const auto index = model.market(market, month);
    if (!index || (month < k_first_day && !is_thick)) continue;
    constexpr double k_thousand = 1000;
    found.push_back({market, date_of_month(month), Ratio{std::round(*index * k_thousand) / k_thousand},
                     static_cast<int>(evidence.quotes), static_cast<int>(evidence.sources.size())});
  }
  return found;
}

}  // namespace

bool has_market(const Catalog& catalog) {
  const int today = month_of_its_day(catalog);
  if (today < k_first_day) return false;
  Evidence year;
  for (const Price& price : catalog.records<Price>()) {
    const int age = today - month_number(price.date);
    if (age >= 0 && age < k_year && price.kind != QuoteKind::weak && is_of_the_market(catalog, price)) year.add(price);
  }
  return year.quotes >= k_fewest_quotes && year.sources.size() >= k_fewest_sources;
}

FittedPrices fit_prices(const Catalog& catalog) {
  if (!catalog.as_of()) return {};
  if (!has_market(catalog)) return {};
  const int today = month_of_its_day(catalog);
  std::vector<const Price*> quotes;
  for (const Price& price : catalog.records<Price>()) quotes.push_back(&price);
  const PriceModel model(catalog, quotes, today);
  return {levels(catalog, model, today), months(catalog, model, today)};
}

Catalog with_prices_of_its_day(const Catalog& catalog) {
  if (!catalog.as_of()) return catalog;
  const bool has_levels = !catalog.records<PriceLevel>().empty() && !catalog.is_ahead_of_data();
  if (has_levels && !lacks_levels(catalog)) return catalog;
  FittedPrices fitted = fit_prices(catalog);
  if (!has_levels) {
    const bool has_none = fitted.levels.empty() && catalog.records<PriceLevel>().empty();
    return has_none ? catalog : catalog.with_prices(std::move(fitted.levels), std::move(fitted.months));
  }
  for (PriceLevel& level : fitted.levels) {  // quotes of some GPUs move no other
    const PriceLevel* stored = catalog.price_level(level.gpu, level.condition);
    if (stored != nullptr) level = *stored;
  }
  const auto months = catalog.records<MarketMonth>();
  return catalog.with_prices(std::move(fitted.levels), {months.begin(), months.end()});
}

}  // namespace gpuadvisor
