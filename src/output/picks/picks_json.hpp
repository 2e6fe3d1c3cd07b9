#pragma once

#include "advice/picks/picks.hpp"
#include "gpuadvisor/formats/json_writer.hpp"

namespace gpuadvisor {

/// The offer of a GPU with its memory, speed and price, as an object, and with warnings where there are such; null for
/// no offer.
void write_candidate(JsonWriter& json, const Offer* offer, const std::vector<Warning>* warnings = nullptr);

/// What a request asks, as an object; null for a type that buys none.
void write_asked(JsonWriter& json, const PersonaType& type, const Request& request);

/// What a guide advises a buyer, with prices, as an object.
void write_advice(JsonWriter& json, const GuideAdvice& advice);

}  // namespace gpuadvisor
