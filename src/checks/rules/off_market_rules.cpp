#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "calibration/prices/list_price_model.hpp"
#include "calibration/prices/price_fit.hpp"
#include "calibration/prices/price_model.hpp"
#include "gpuadvisor/core/money.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

/// How far a price may be from what all others say.
struct Tolerance {
  double deviations;  // at most, and
  double factor;      // at most
};

constexpr Tolerance k_of_offers = {3, 1.9};
constexpr Tolerance k_of_list_prices = {2.5, 2.2};

void judge_price(const Price& price, const LogPrice& expected, const Tolerance& tolerance, Findings& findings) {
  const double distance = std::log(price.price.value()) - expected.middle;
  const double factor = std::exp(std::abs(distance));
  if (std::abs(distance) <= tolerance.deviations * expected.deviation || factor <= tolerance.factor) return;
  findings.add(price, "price_usd",
               fmt::format("found {}; by all other prices about {} ({} to {}): {:.2g} times too {}, or of another day, "
                           "condition or product",
                           money_exact(price.price), money(expected.usd()), money(expected.low()),
                           money(expected.high()), factor, distance > 0 ? "high" : "low"));
}

void judge_off_market(const CheckedData& data, Findings& findings) {
  if (!data.catalog.as_of() || !has_market(data.catalog)) return;
  std::vector<const Price*> quotes;
  bool is_any_checked = false;
  for (const Price& price : data.catalog.prices()) {
    quotes.push_back(&price);
    is_any_checked = is_any_checked || data.is_checked(price);
  }
  if (!is_any_checked) return;
  const PartialDate newest = data.catalog.newest_price().value_or(PartialDate());
  const PriceModel market(data.catalog, quotes, month_number(newest));
  const ListPriceModel launches(data.catalog);
  for (const Price* price : quotes) {
    if (!data.is_checked(*price)) continue;
    if (const auto expected = market.by_all_others(*price)) judge_price(*price, *expected, k_of_offers, findings);
    if (const auto expected = launches.by_all_others(*price)) {
      judge_price(*price, *expected, k_of_list_prices, findings);
    }
  }
}

constexpr auto k_off_market_rules = std::to_array<Rule>({
    {"price-off-market", Severity::warning, "A price is far from what all others say",
     "A quote is compared with what the model of prices says of that GPU, condition, kind of quote, source and month "
     "from all other quotes; a list price with what cards of such memory, bandwidth and speed cost at launch. More "
     "than three times its uncertainty, and nearly twice as much or half, is mostly a slip: of a digit, the year, the "
     "currency, the condition, or a lot of several.",
     judge_off_market},
});

}  // namespace

std::span<const Rule> off_market_rules() { return k_off_market_rules; }

}  // namespace gpuadvisor
