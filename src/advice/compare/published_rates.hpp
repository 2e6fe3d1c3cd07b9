#pragma once

#include <span>
#include <string>
#include <vector>

#include "gpuadvisor/catalog/measurement.hpp"

namespace gpuadvisor {

/// What tells two measurements of a network apart besides the GPU and the engine: "offline", "max, 2048 in, 128 out".
/// Empty where nothing is told.
[[nodiscard]] std::string setting_text(const Measurement& row);

// Of serving many users count the rates of eight and more, in tokens that are written.

/// Of each network one setting of one dataset that at least two of the GPUs were measured in: the fastest measurement
/// of each GPU, or nullptr. Of several settings that of the most GPUs, then the newest, then the fastest. `published`
/// has the measurements of each GPU. Views them.
[[nodiscard]] std::vector<std::vector<const Measurement*>> in_shared_settings(
    std::span<const std::vector<Measurement>> published);

/// Of each network that was served the measurement with the highest rate, in the order of the networks' names.
[[nodiscard]] std::vector<const Measurement*> fastest_served(std::span<const Measurement> published);

}  // namespace gpuadvisor
