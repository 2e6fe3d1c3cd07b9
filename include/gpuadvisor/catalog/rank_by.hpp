#pragma once

#include <array>
#include <string_view>

#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// What ranks first: the most speed, speed per dollar, priority score, speed per watt; the lowest price; the most
/// memory per device; the cheapest work; the lowest price per GB of memory (docs/ranking.md#ranking).
enum class RankBy : unsigned char { performance, value, priority, efficiency, price, memory, cost, price_per_gb };

template <>
inline constexpr auto k_enum_names<RankBy> = std::to_array<std::string_view>({"performance", "value", "priority",
                                                                              "efficiency", "price", "memory", "cost",
                                                                              "price-per-gb"});

}  // namespace gpuadvisor
