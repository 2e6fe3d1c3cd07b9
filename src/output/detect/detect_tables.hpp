#pragma once

#include "detect_view.hpp"

namespace gpuadvisor {

/// The GPUs, equal ones in a row unless one for each is asked for, with the instances of those that are divided.
[[nodiscard]] Table gpu_table(const DetectView& view);

/// How fast one of the main GPUs is, a row per kind of work.
[[nodiscard]] Table rank_table(const DetectAnswer& answer);

/// Memory with one decimal where it is no whole number: "24", "19.5".
[[nodiscard]] std::string memory_text(Gibibytes memory);

}  // namespace gpuadvisor
