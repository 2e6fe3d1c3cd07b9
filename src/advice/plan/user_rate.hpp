#pragma once

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/advice/token_speed.hpp"

namespace gpuadvisor {

/// What each user gets where a target is to be reached: by engines that split every layer over several GPUs.
[[nodiscard]] NetworkRate user_rate(const TokenRates& rates);

/// The same with the prompt, by the same engines and the middle of intervals: layers split over GPUs read a single
/// prompt no sooner. A prompt is half of the context, with nobody before it.
[[nodiscard]] UserSpeed user_speed(const TokenRates& rates, const MemoryJob& job);

}  // namespace gpuadvisor
