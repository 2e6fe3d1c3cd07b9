#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

void judge_release(const CheckedData& data, Findings& findings) {
  constexpr int k_announced = 12;  // months that a list price may be known before the first sale
  for (const Gpu& gpu : data.catalog.gpus()) {
    if (!gpu.released) continue;
    const Day released = gpu.released->first_day();
    for (const Price& price : data.catalog.prices_of(gpu)) {
      if (!data.is_checked(price)) continue;
      const Day first = is_list_price(price) ? months_before(released, k_announced) : released;
      if (price.date.last_day() >= first) continue;
      findings.add(price, "date",
                   fmt::format("a price ({}) of {}, but {} was released {}", enum_name(price.kind), price.date.text(),
                               gpu.id, gpu.released->text()));
    }
  }
}

double factor_between(const Price& a, const Price& b) {
  const double ratio = a.price.value() / b.price.value();
  return std::max(ratio, 1 / ratio);
}

/// The nearer of the two that stand beside it in a list sorted by price. Requires two or more.
const Price& nearest_neighbour(const std::vector<const Price*>& sorted, std::size_t at) {
  if (at == 0) return *sorted[1];
  const Price& lower = *sorted[at - 1];
  if (at + 1 == sorted.size()) return lower;
  const Price& higher = *sorted[at + 1];
  return factor_between(*sorted[at], lower) <= factor_between(*sorted[at], higher) ? lower : higher;
}

/// Of the quotes of a product, of offers or of list prices, and of list prices below it, the one nearest to a price
/// that is alone in its condition; where it is the only one of both conditions, of all quotes within a year. Null when
/// there is none.
const Price* nearest_of_kind(const Price& price, std::span<const Price> quotes) {
  constexpr int k_near = 12;  // months
  const auto is_near = [&](const Price& other) {
    const auto [earlier, later] = std::minmax({price.date.first_day(), other.date.first_day()});
    return months_before(later, k_near) <= earlier;
  };
  const auto is_of_kind = [&](const Price& other) { return is_list_price(other) == is_list_price(price); };
  const bool is_only = std::count_if(quotes.begin(), quotes.end(), is_of_kind) == 1;
  const auto is_above_list = [&](const Price& other) { return is_list_price(other) && other.price < price.price; };
  const Price* nearest = nullptr;
  for (const Price& other : quotes) {
    const bool is_comparable = is_above_list(other) || (is_only ? is_near(other) : is_of_kind(other));
    if (&other == &price || !is_comparable) continue;
    if (nearest == nullptr || factor_between(price, other) < factor_between(price, *nearest)) nearest = &other;
  }
  return nearest;
}

void report_jump(const CheckedData& data, const Price& price, const Price& nearest, double most, Findings& findings) {
  const double factor = factor_between(price, nearest);
  if (factor <= most || !data.is_checked(price)) return;
  findings.add(
      price, "price_usd",
      fmt::format("found ${:g}; the nearest other quote is ${:g} ({}, {}, {}), {:.3g} times {}", price.price.value(),
                  nearest.price.value(), enum_name(nearest.condition), enum_name(nearest.kind), nearest.date.text(),
                  factor, price.price > nearest.price ? "less" : "more"));
}

constexpr double k_same_condition = 5;  // markets moved by a factor of four, slips of the decimal point are ten

void judge_jumps(const CheckedData& data, Findings& findings) {
  constexpr double k_other = 15;  // between conditions, whose quotes may be years apart
  for (const Gpu& gpu : data.catalog.gpus()) {
    const auto quotes = data.catalog.prices_of(gpu);
    std::map<std::pair<bool, Condition>, std::vector<const Price*>> comparable;
    for (const Price& price : quotes) comparable[{is_list_price(price), price.condition}].push_back(&price);
    for (auto& [kind, prices] : comparable) {
      if (prices.size() == 1) {
        const Price* nearest = nearest_of_kind(*prices.front(), quotes);
        if (nearest == nullptr) continue;
        const bool is_of_kind = is_list_price(*nearest) == is_list_price(*prices.front());
        report_jump(data, *prices.front(), *nearest, is_of_kind ? k_other : k_same_condition, findings);
        continue;
      }
      std::stable_sort(prices.begin(), prices.end(),
                       [](const Price* a, const Price* b) { return a->price < b->price; });
      for (std::size_t i = 0; i < prices.size(); ++i) {
        report_jump(data, *prices[i], nearest_neighbour(prices, i), k_same_condition, findings);
      }
    }
  }
}

/// Cards that a person can buy and that are young enough to be in shops.
bool is_current_card(const Gpu& gpu, Day today) {
  constexpr int k_sold = 36;  // months
  const bool is_card = gpu.form == Form::pcie_card || gpu.form == Form::pcie_low_profile;
  const bool is_for_people = gpu.segment == Segment::consumer || gpu.segment == Segment::workstation;
  return is_card && is_for_people && gpu.released && gpu.released->first_day() >= months_before(today, k_sold);
}

void judge_current(const CheckedData& data, Findings& findings) {
  const auto today = data.catalog.as_of();
  if (!today) return;
  constexpr int k_old = 12;  // months, as by the price rule
  for (const Gpu& gpu : data.catalog.gpus()) {
    if (!data.is_checked(gpu) || !is_current_card(gpu, *today)) continue;
    const auto prices = data.catalog.prices_of(gpu);
    if (prices.empty()) {
      findings.add(gpu, "", fmt::format("{} was released {}, and has no price", gpu.id, gpu.released->text()));
      continue;
    }
    const auto newest = std::max_element(prices.begin(), prices.end(), [](const Price& a, const Price& b) {
      return a.date.last_day() < b.date.last_day();
    });
    if (newest->date.last_day() >= months_before(*today, k_old)) continue;
    findings.add(gpu, "",
                 fmt::format("the newest price of {} is of {}, more than {} months before {}", gpu.id,
                             newest->date.text(), k_old, text(*today)));
  }
}

constexpr auto k_price_rules = std::to_array<Rule>({
    {"price-before-release", Severity::warning, "A price is older than the product",
     "A street price cannot be earlier than the first sale; a list price may be announced up to twelve months before. "
     "Either the price belongs to a predecessor or the release date is that of another variant.",
     judge_release},
    {"price-jump", Severity::warning, "A price is far from all other quotes of the product",
     "A quote is compared with the nearest other one of the same product, condition and kind, whatever its date: more "
     "than a factor of five has not happened in the market, and is mostly a slip of the decimal point, another "
     "currency, "
     "another product, or a lot of several. Without such a quote it is compared with those of other conditions, by a "
     "factor of 15; and without those, an offer with a list price within a year of it, by a factor of five. An offer "
     "that is alone in its condition is compared with list prices below it, too.",
     judge_jumps},
    {"price-missing", Severity::note, "A current card has no recent price",
     "A card for consumers or workstations that was released in the three years before the newest price should have a "
     "price of the last twelve months: without, no budget finds it.",
     judge_current},
});

}  // namespace

std::span<const Rule> price_rules() { return k_price_rules; }

}  // namespace gpuadvisor
