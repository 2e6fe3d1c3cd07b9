#pragma once

#include <optional>
#include <string_view>

#include "gpuadvisor/advice/token_speed.hpp"
#include "gpuadvisor/formats/json_writer.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"

namespace gpuadvisor {

/// A count, or null.
void write_count(JsonWriter& json, std::string_view key, std::optional<int> count);

/// The members that tell what is done with a network.
void write_job(JsonWriter& json, const MemoryJob& job);

/// The member `tokens_per_second`, or null.
void write_token_rates(JsonWriter& json, const std::optional<TokenRates>& rates);

}  // namespace gpuadvisor
