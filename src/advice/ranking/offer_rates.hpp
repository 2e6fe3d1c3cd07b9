#pragma once

#include <vector>

#include "advice/plan/work_speed.hpp"
#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/advice/request.hpp"

namespace gpuadvisor {

/// How fast an offer trains the networks by which the request's workload is told, or the one that the request names: at
/// the batch asked for, else at the network's own; where a run is to be told, at the largest that fits if that is less.
/// Several GPUs have the rate of one times their speed-up. None where the request does not tell them. Requires a
/// request in force.
[[nodiscard]] std::vector<ReferenceThroughput> offer_rates(const Offer& offer, const WorkSpeed& speed,
                                                           const Request& request, const Catalog& catalog);

}  // namespace gpuadvisor
