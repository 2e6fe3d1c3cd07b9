#pragma once

#include <array>
#include <optional>
#include <vector>

#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/scoring/index_breakdown.hpp"
#include "gpuadvisor/scoring/performance.hpp"
#include "gpuadvisor/scoring/priority_score.hpp"

namespace gpuadvisor {

/// A GPU that no other order-dominates, and the share of all weightings that keep the order under which it is first.
struct Contender {
  const Gpu* gpu = nullptr;
  double share = 0;
  LogRatios log_ratios;  // most important first
};

/// Shares are told of so many contenders, those with the highest scores: time grows fast with those that each lead
/// somewhere, and real catalogs have a few.
inline constexpr std::size_t k_most_contenders = 60;

/// Why there is no order of importance to ask about.
enum class NoOrder {
  own_weights,     // weights say more than an order
  several_orders,  // the workload is the mean of others that have different ones
};

template <>
inline constexpr auto k_enum_names<NoOrder> = std::to_array<std::string_view>({"own-weights", "several-orders"});

/// Who is first by the priority score if nothing but the order of importance is given.
struct FirstShares {
  std::optional<PriorityOrder> order;  // the guides', or the asker's own
  std::optional<NoOrder> no_order;     // why there is none
  std::vector<Contender> contenders;   // the largest share first
  int gpus = 0;                        // that qualify and have a score: each that is no contender is first nowhere
  bool is_complete = true;             // no contender was left out for k_most_contenders
};

/// The first row, or one that it is compared with.
struct ComparedOffer {
  Offer offer;
  std::optional<LogRatios> log_ratios;     // by criterion; absent when one is unknown
  std::optional<Performance> performance;  // absent where scores stand in for speeds
};

/// How a rival's score compares under all weightings that keep the order.
enum class Dominance { better, worse };

template <>
inline constexpr auto k_enum_names<Dominance> = std::to_array<std::string_view>({"better", "worse"});

/// The price at which a rival ties with the first row by value.
struct BreakEvenPrice {
  Usd price;               // below it, the rival has more speed per dollar
  bool overtakes = false;  // its price is current, and lower already
};

/// The least change of one weight, the others in proportion, that swaps a rival and the first row by score.
struct BreakEvenWeight {
  Criterion criterion = Criterion::tensor;
  double from = 0;
  double to = 0;
};

/// Where a rival stands in the steps that rank performance.
struct StepGap {
  int steps = 0;      // that it is below the first row's step
  double border = 0;  // the least speed of that step
  double factor = 0;  // border / the rival's speed: how far off its speed would have to be
};

/// How the 80 % intervals of a rival's speed and of the first row's lie.
enum class Intervals { overlap, faster, slower };

template <>
inline constexpr auto k_enum_names<Intervals> = std::to_array<std::string_view>({"overlap", "faster", "slower"});

/// What it takes for another GPU of an answer to beat the first. What cannot be told is absent.
struct Rival {
  ComparedOffer compared;
  std::optional<Dominance> dominance;                // absent also when it depends on the weights
  std::optional<BreakEvenPrice> break_even_price;    // absent without a price of the first row, or a speed
  std::optional<BreakEvenWeight> break_even_weight;  // absent also when no change of one weight swaps them
  std::optional<StepGap> step_gap;                   // where performance ranks
  std::optional<Intervals> intervals;                // absent when a speed has none
};

/// An offer with what it takes for one behind it to beat it.
struct Pairing {
  ComparedOffer ahead;
  Rival behind;
};

/// Requires a request in force for single GPUs, and offers of `catalog`.
[[nodiscard]] Pairing pairing(const Offer& ahead, const Offer& behind, const Request& request, const Catalog& catalog);

/// The rivals are the next so many GPUs of an answer.
inline constexpr std::size_t k_rivals = 2;

/// What the speed and the score of a GPU are made of.
struct GpuBreakdown {
  const Gpu* gpu = nullptr;
  std::vector<IndexBreakdown> speeds;  // none where the priority score ranks
  std::optional<PriorityScore> priority;
};

/// How sure an answer is. Points into the catalog.
struct Explanation {
  FirstShares shares;
  std::optional<ComparedOffer> first;    // the first row; absent when nothing fits
  std::vector<Rival> rivals;             // other GPUs than the first, each at its first row
  std::vector<GpuBreakdown> breakdowns;  // of the first and of its rivals
};

/// How sure an answer of recommend() is: shares of the weightings that keep the order, dominance and flip points.
/// `catalog` is the one it was asked of. Source: docs/priority.md#stability.
[[nodiscard]] Explanation explanation(const Answer& answer, const Catalog& catalog);

}  // namespace gpuadvisor
