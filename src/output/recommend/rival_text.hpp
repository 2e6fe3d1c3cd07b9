#pragma once

#include <string>
#include <string_view>

#include "gpuadvisor/advice/stability.hpp"

namespace gpuadvisor {

/// How a rival compares with the offer ahead of it, in words without a final stop. `unit` is what ranks, "speed" or
/// "score".
[[nodiscard]] std::string rival_text(const Rival& rival, const ComparedOffer& first, std::string_view unit);

/// The most whole dollars, or cents below ten dollars, that are less than `price`.
[[nodiscard]] Usd most_below(Usd price);

}  // namespace gpuadvisor
