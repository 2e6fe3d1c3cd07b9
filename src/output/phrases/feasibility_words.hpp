#pragma once

#include <string>
#include <vector>

#include "economics/feasibility.hpp"

namespace gpuadvisor {

/// What GPUs need beyond a usual desktop, a phrase each: "a machine for four cards (about $1,314)", "two 2,000 W power
/// supplies (about $1,200)", "an open frame (about $80)", "3 risers (about $75)", "a 240 V circuit of 20 A".
[[nodiscard]] std::vector<std::string> need_words(const Feasibility& feasibility);

/// Why GPUs cannot be put together: "a desktop cannot cool it, since it has no fan of its own and wants the
/// airflow of a server". Requires an obstacle.
[[nodiscard]] std::string obstacle_words(Obstacle obstacle, int count);

}  // namespace gpuadvisor
