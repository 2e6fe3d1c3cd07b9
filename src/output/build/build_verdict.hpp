#pragma once

#include <string>
#include <vector>

#include "advice/build/build.hpp"
#include "gpuadvisor/report/table.hpp"

namespace gpuadvisor {

/// The answer before the details: how much faster all GPUs are than one, whether the supply does, whether heat or slots
/// are trouble, and what the GPUs cost. A line each.
[[nodiscard]] std::string verdict_text(const Build& build, const Page& page);

/// What guides say against the supply asked for: of each guide the rule closest to it.
[[nodiscard]] std::vector<const PowerSupplyRule*> refusals(const Build& build);

}  // namespace gpuadvisor
