#pragma once

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/advice/token_speed.hpp"

namespace gpuadvisor {

/// What each user gets where a target is to be reached: by engines that split every layer over several GPUs.
[[nodiscard]] NetworkRate user_rate(const TokenRates& rates);

/// What three of four setups give each user, which is what a target is held against: the middle divided by 1.25, or by
/// more where the interval is wider; of what was measured its lower end. The prompt by the same engines: layers
/// split over GPUs read a single one no sooner. Users who share GPUs wait for each other.
[[nodiscard]] UserSpeed user_speed(const TokenRates& rates, const MemoryJob& job);

}  // namespace gpuadvisor
