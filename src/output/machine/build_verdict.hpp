#pragma once

#include <string>
#include <vector>

#include "advice/machine/build.hpp"

namespace gpuadvisor {

/// The answer before the details: how much faster all GPUs are than one, whether the supply does, whether heat or slots
/// are trouble, and what the GPUs cost. A text each.
[[nodiscard]] std::vector<std::string> verdict_texts(const Build& build);

/// What guides say against the supply asked for: of each guide the rule closest to it.
[[nodiscard]] std::vector<const PowerSupplyRule*> refusals(const Build& build);

}  // namespace gpuadvisor
