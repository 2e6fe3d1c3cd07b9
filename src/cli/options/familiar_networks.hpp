#pragma once

#include <vector>

#include "advice/compare/comparison.hpp"
#include "cli/session.hpp"

namespace gpuadvisor::cli {

/// The language models of 8 and 70 billion parameters that people know, in the format that they run them in.
[[nodiscard]] std::vector<ComparedNetwork> familiar_networks(const Session& session);

}  // namespace gpuadvisor::cli
