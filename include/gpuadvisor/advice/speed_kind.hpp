#pragma once

#include <array>
#include <string_view>

#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// What the figure is by which an answer ranks as speed: the performance index, a multiple of the speed of the
/// reference card; or, where that is not known or not wanted, the priority score, which is an order and no speed.
enum class SpeedKind : unsigned char { index, score };

template <>
inline constexpr auto k_enum_names<SpeedKind> = std::to_array<std::string_view>({"performance", "priority"});

}  // namespace gpuadvisor
