#pragma once

#include <vector>

#include "gpuadvisor/catalog/guide.hpp"
#include "gpuadvisor/formats/json_writer.hpp"

namespace gpuadvisor {

/// What guides say, as the member `rules`.
void write_rules(JsonWriter& json, const std::vector<const GuideRule*>& rules);

}  // namespace gpuadvisor
