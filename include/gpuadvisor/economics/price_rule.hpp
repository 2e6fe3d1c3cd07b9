#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// The limits of the price rule, in months. Requires old_after <= unusable_after.
struct PriceRule {
  int span = 3;             // quotes of the newest span of so many calendar months make the price
  int old_after = 12;       // an older price is marked, and its row ranks after current ones
  int unusable_after = 24;  // an older price cannot pass a budget
  int list_price_for = 12;  // a list price stands in for street prices while the product is younger
};

/// What makes a price: quotes seen in the market, or the vendor's list price at launch.
enum class PriceKind { street, msrp };

template <>
inline constexpr auto k_enum_names<PriceKind> = std::to_array<std::string_view>({"street", "msrp"});

/// How far a price can be trusted because of its age, best first.
enum class PriceAge { current, old, unusable };

template <>
inline constexpr auto k_enum_names<PriceAge> = std::to_array<std::string_view>({"current", "old", "unusable"});

/// The price of a GPU in one condition: the median of its newest quotes. Views the catalog it was made from.
struct PriceEstimate {
  Condition condition = Condition::brand_new;
  PriceKind kind = PriceKind::street;
  Usd median;
  Usd low;                        // lowest quote
  Usd high;                       // highest quote
  std::span<const Price> quotes;  // that make the price, oldest first; at least one
  PriceAge age = PriceAge::current;
  bool only_recalled = false;  // no quote has a page behind it: the price is shown, but decides nothing

  /// Date of the newest quote.
  [[nodiscard]] PartialDate newest() const { return quotes.back().date; }
};

/// Whether a new price is less than a current used one, by more than prices of one season differ: the market has moved
/// since its quotes were made, or they are few.
[[nodiscard]] bool is_new_below_used(const PriceEstimate& price, const PriceEstimate& other);

/// The lowest quote of the newest month, when even that is well above the price: the market is rising, and nobody sells
/// at the median of three months any more.
[[nodiscard]] std::optional<Usd> risen_to(const PriceEstimate& price);

/// The prices of one GPU, at most one per condition and in order of condition: a small vector without allocation.
class PriceEstimates {
 public:
  void push_back(const PriceEstimate& price) { m_prices[m_size++] = price; }
  [[nodiscard]] PriceEstimate& operator[](std::size_t index) { return m_prices[index]; }
  [[nodiscard]] bool empty() const { return m_size == 0; }
  [[nodiscard]] std::size_t size() const { return m_size; }
  [[nodiscard]] const PriceEstimate* begin() const { return m_prices.data(); }
  [[nodiscard]] const PriceEstimate* end() const { return m_prices.data() + m_size; }

 private:
  std::array<PriceEstimate, k_enum_names<Condition>.size() + 1> m_prices{};  // and a list price
  std::size_t m_size = 0;
};

/// The prices of a GPU of `catalog` (docs/prices.md#prices):
/// - quotes of the newest three calendar months that have any; a date without a month counts as January;
/// - `mixed` quotes count only while there are neither new nor used ones in their own three months or later;
/// - a list price counts only while there is no street price and the product is younger than 12 months;
/// - a new price well below a current used one (is_new_below_used) whose quotes are all later is old: nobody sells at
/// it any more;
/// - recalled quotes never put others aside: one newer than all that have a page behind them does not count, and a
///   price of recalled quotes alone is given only when there is no other price.
[[nodiscard]] PriceEstimates price_estimates(const Gpu& gpu, const Catalog& catalog, const PriceRule& rule = {});

/// Of the prices that decide something, neither unusable nor only recalled, the lowest of the most current ones; in one
/// condition, where it is given.
[[nodiscard]] std::optional<PriceEstimate> deciding_price(const PriceEstimates& prices,
                                                          std::optional<Condition> condition = std::nullopt);

/// The ids of the sources of a price, each once, oldest quote first.
[[nodiscard]] std::vector<std::string_view> sources_of(const PriceEstimate& price);

}  // namespace gpuadvisor
