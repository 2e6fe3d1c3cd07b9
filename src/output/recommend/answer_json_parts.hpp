#pragma once

#include "gpuadvisor/advice/stability.hpp"
#include "gpuadvisor/formats/json_writer.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "scoring/index_breakdown.hpp"

namespace gpuadvisor {

/// Every option in force, defaults included, as the member `query`.
void write_query(JsonWriter& json, const AnswerView& view);

/// An offer in brief, as an object: what it is and what it costs.
void write_brief(JsonWriter& json, const Offer& offer);

/// The members that tell what a compared offer is.
void write_compared(JsonWriter& json, const ComparedOffer& compared, std::string_view workload);

/// A rival, and what it takes for it to beat the offer ahead, as an object.
void write_rival(JsonWriter& json, const Rival& rival, std::string_view workload);

/// What an index is made of, as an object.
void write_breakdown(JsonWriter& json, const IndexBreakdown& breakdown);

}  // namespace gpuadvisor
