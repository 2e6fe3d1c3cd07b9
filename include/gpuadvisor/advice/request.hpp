#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/economics/price_rule.hpp"
#include "gpuadvisor/scoring/rank_order_weights.hpp"

namespace gpuadvisor {

enum class RankBy { priority, value, efficiency, price, memory };

template <>
inline constexpr auto k_enum_names<RankBy> = std::to_array<std::string_view>({"priority", "value", "efficiency",
                                                                              "price", "memory"});

/// A span of dates; an absent end is open.
struct DateRange {
  std::optional<PartialDate> from;
  std::optional<PartialDate> to;
};

/// What is asked: a workload, and what an answer must satisfy. Absent means not asked for.
struct Request {
  std::string workload;      // id, for naming it
  Weights weights{};         // of the criteria; sum 1
  bool own_weights = false;  // given in place of the workload's
  std::optional<Usd> budget;
  std::optional<Gigabytes> min_memory;  // per device
  std::vector<std::string> vendors;     // any of them; empty: all
  std::vector<Segment> segments;        // any of them; empty: all
  std::optional<Condition> condition;
  std::optional<Watts> max_power;
  std::optional<DateRange> released;
  PriceRule price_rule;
  RankBy rank_by = RankBy::priority;
};

}  // namespace gpuadvisor
