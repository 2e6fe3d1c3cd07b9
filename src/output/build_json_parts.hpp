#pragma once

#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/formats/json_writer.hpp"

namespace gpuadvisor {

/// What guides say, as the member `rules`.
void write_rules(JsonWriter& json, const std::vector<const GuideRule*>& rules, const Catalog& catalog);

}  // namespace gpuadvisor
