#pragma once

#include <optional>

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/advice/token_speed.hpp"
#include "gpuadvisor/advice/wanted_job.hpp"

namespace gpuadvisor {

/// How fast the GPUs of an offer write and read the tokens of a job, as it fits on them: with those that the asker has,
/// and what is in the host's memory. Several machines have their part of the sequences each, and are told as one.
[[nodiscard]] std::optional<TokenRates> job_rates(const TokenSpeed& speed, const Offer& offer, const WantedJob& job,
                                                  const std::optional<JobFit>& fit);

/// The same of the GPUs that the asker has, without another. Requires that the job has some.
[[nodiscard]] std::optional<TokenRates> rates_of_own(const TokenSpeed& speed, const WantedJob& job, const OwnFit& fit);

/// What each user gets where a target is to be reached: by engines that split every layer over several GPUs.
[[nodiscard]] NetworkRate user_rate(const TokenRates& rates);

/// The same with the prompt, by the same engines and the middle of intervals: layers split over GPUs read a single
/// prompt no sooner. A prompt is half of the context, with nobody before it.
[[nodiscard]] UserSpeed user_speed(const TokenRates& rates, const WantedJob& job);

}  // namespace gpuadvisor
