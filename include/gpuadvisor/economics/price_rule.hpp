#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// What is sold with the GPU: nothing; a module that needs a board made for it; a whole machine.
enum class Goods : unsigned char { card, module, machine };

template <>
inline constexpr auto k_enum_names<Goods> = std::to_array<std::string_view>({"card", "module", "machine"});

/// By its form.
[[nodiscard]] Goods goods_of(const Gpu& gpu);

/// The limits of the price rule, in months. Requires old_after <= unusable_after.
struct PriceRule {
  int span = 3;             // a price that nobody asks now is from the newest so many calendar months with quotes
  int old_after = 6;        // an older price is marked, and its row ranks after current ones
  int unusable_after = 24;  // an older price cannot pass a budget
  int list_price_for = 12;  // a list price stands in for quotes while the product is younger
};

/// An ask sets a price of today while it is no older, in days.
inline constexpr int k_oldest_ask = 62;

/// How the price of today is known.
enum class PriceBasis : unsigned char {
  seen,     // somebody asked it lately, or a vendor asks it
  carried,  // from older quotes, moved along with the market
  list,     // the vendor's price at launch: nothing else is known
  yours,    // the asker's own: in place of all others
};

template <>
inline constexpr auto k_enum_names<PriceBasis> = std::to_array<std::string_view>({"seen", "carried", "list", "yours"});

/// Calendar months from a date to a day; a date without a month counts as January.
[[nodiscard]] int months_until(Day today, PartialDate date);

/// Days from a date to a day, at least: a date without a day counts as its last; 0 of one that is later.
[[nodiscard]] int days_until(Day today, PartialDate date);

/// How far a price can be trusted because of its age, best first.
enum class PriceAge : unsigned char { current, old, unusable };

template <>
inline constexpr auto k_enum_names<PriceAge> = std::to_array<std::string_view>({"current", "old", "unusable"});

/// Why nobody can be expected to sell at a price: it is shown, but passes no budget.
enum class NoOffer : unsigned char {
  hearsay,            // articles and dashboards tell it; no offer is known
  recalled,           // no page is behind it
  out_of_production,  // a new one of a product that is made no more, below the price of used ones
};

template <>
inline constexpr auto k_enum_names<NoOffer> = std::to_array<std::string_view>({"hearsay", "recalled",
                                                                               "out-of-production"});

/// What a GPU in one condition costs on the catalog's day. Views the catalog it was made from.
struct PriceEstimate {
  Condition condition = Condition::brand_new;
  PriceBasis basis = PriceBasis::seen;
  Usd today;                      // what was asked, or what would be asked second lowest
  Usd low;                        // an offer costs between them with a probability of 80 %; where no model of prices
  Usd high;                       // was fitted, the lowest and highest quote
  std::span<const Price> quotes;  // that it is from, oldest first; at least one
  PriceAge age = PriceAge::current;
  std::optional<NoOffer> no_offer = std::nullopt;
  Goods goods = Goods::card;
  const Price* asked = nullptr;  // the figure that is the price; null: it was worked out from several
  int lot = 1;                   // GPUs that it is for, together; 1: as many as wanted
  int age_days = 0;              // of the newest quote on the catalog's day, at least: a month counts as its last day

  /// Date of the newest quote.
  [[nodiscard]] PartialDate seen() const { return quotes.back().date; }
  [[nodiscard]] bool is_yours() const { return basis == PriceBasis::yours; }
  /// Whether it is of a condition, or of an offer that the asker has looked at.
  [[nodiscard]] bool is_in(Condition wanted) const { return is_yours() || condition == wanted; }
  /// Whether it can be had for so many GPUs.
  [[nodiscard]] bool is_for(int count) const { return lot == 1 || lot == count; }
  /// Whether it can pass a budget.
  [[nodiscard]] bool decides() const { return age != PriceAge::unusable && !no_offer; }
};

/// Whether a quote is within three standard deviations of what all quotes of its GPU and condition say.
[[nodiscard]] bool is_sound(const Price& quote, const Catalog& catalog);

/// Whether a new price is less than a current used one, by more than prices of one season differ: the market has moved
/// since its quotes were made, or they are few.
[[nodiscard]] bool is_new_below_used(const PriceEstimate& price, const PriceEstimate& other);

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
  std::array<PriceEstimate, k_enum_names<Condition>.size() + 2> m_prices{};  // a list price, the asker's
  std::size_t m_size = 0;
};

/// The prices of a GPU of `catalog` (docs/prices.md#prices):
/// - the asker's own stands in place of all others; one for several GPUs together, beside them;
/// - today is what was asked: of the newest month with asks no older than 62 days, the second lowest of the offers that
///   they stand for. Asks are of the buyer's country, not recalled, and within three standard deviations of all quotes.
///   A machine that is still made costs its vendor's list price, where that is the newest;
/// - without asks, what the model of prices says, where the catalog has it; without it and before 2025, the median of
///   the newest three calendar months with quotes (a date without a month counts as January);
/// - `mixed` quotes make a price only without the model, and while there are neither new nor used ones in their own
///   three months or later;
/// - a list price of other goods counts only while there is no other and the product is younger than 12 months;
/// - weak quotes do not count where there are others, nor do recalled ones.
[[nodiscard]] PriceEstimates price_estimates(const Gpu& gpu, const Catalog& catalog, const PriceRule& rule = {});

/// Of the prices that can pass a budget the asker's, else the lowest of the most current ones; in one condition, where
/// it is given, and for so many GPUs.
[[nodiscard]] std::optional<PriceEstimate> deciding_price(const PriceEstimates& prices,
                                                          std::optional<Condition> condition = std::nullopt,
                                                          int count = 1);

/// The ids of the sources of a price, each once, oldest quote first; none of the asker's own.
[[nodiscard]] std::vector<std::string_view> sources_of(const PriceEstimate& price);

}  // namespace gpuadvisor
