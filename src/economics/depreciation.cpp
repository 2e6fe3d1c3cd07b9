#include "depreciation.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "core/order_statistics.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_fewest_gpus = 10;
constexpr double k_days_of_year = 365.25;
constexpr double k_shortest = 1;  // years between two quotes
constexpr double k_beyond = 0.1;  // on either side of what four in five cards lost

/// On a straight line between the two ranks next to `share`: with few cards the nearest rank alone would jump.
double between_ranks(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const double at = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}

/// The median used quote of each month that is known.
std::map<std::chrono::sys_days, double> monthly_prices(const Gpu& gpu, const Catalog& catalog) {
  std::map<std::chrono::sys_days, std::vector<double>> quotes;
  for (const Price& quote : catalog.prices_of(gpu)) {
    const bool counts = quote.condition == Condition::used && quote.kind != QuoteKind::weak && !is_list_price(quote) &&
                        quote.date.month() != 0;
    if (!counts) continue;
    const Day month = PartialDate(quote.date.year(), quote.date.month()).first_day();
    quotes[month].push_back(std::log(quote.price.value()));
  }
  std::map<std::chrono::sys_days, double> prices;
  for (auto& [month, logs] : quotes) prices[month] = median(std::move(logs));
  return prices;
}

/// ln price per year of each pair of months.
std::vector<double> yearly_changes(const std::map<std::chrono::sys_days, double>& prices) {
  std::vector<double> changes;
  for (auto first = prices.begin(); first != prices.end(); ++first) {
    for (auto second = std::next(first); second != prices.end(); ++second) {
      const double years = static_cast<double>((second->first - first->first).count()) / k_days_of_year;
      if (years >= k_shortest) changes.push_back((second->second - first->second) / years);
    }
  }
  return changes;
}

}  // namespace

std::optional<Depreciation> depreciation(const Catalog& catalog) {
  std::vector<double> of_gpus;
  for (const Gpu& gpu : catalog.gpus()) {
    auto changes = yearly_changes(monthly_prices(gpu, catalog));
    if (!changes.empty()) of_gpus.push_back(median(std::move(changes)));
  }
  if (of_gpus.size() < k_fewest_gpus) return std::nullopt;
  const auto lost = [](double log_change) { return 1 - std::exp(log_change); };
  return Depreciation{lost(median(of_gpus)), lost(between_ranks(of_gpus, 1 - k_beyond)),
                      lost(between_ranks(of_gpus, k_beyond)), static_cast<int>(of_gpus.size())};
}

Usd price_after(Usd price, double yearly_loss, double years) { return price * std::pow(1 - yearly_loss, years); }

}  // namespace gpuadvisor
