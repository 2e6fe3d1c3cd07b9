#pragma once

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/advice/request.hpp"
#include "gpuadvisor/formats/json_writer.hpp"

namespace gpuadvisor {

/// How an offer fits the job of a request as the member `fit`; null without one, or where its memory is not known.
void write_job_fit(JsonWriter& json, const Offer& offer, const Request& request);

}  // namespace gpuadvisor
