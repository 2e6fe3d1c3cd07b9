#pragma once

#include "build.hpp"

namespace gpuadvisor {

/// Whether a rule of a guide is about such a build: its topic, number of GPUs, GPUs, workloads, cooler and mode.
[[nodiscard]] bool is_about(const GuideRule& rule, const Build& build);

}  // namespace gpuadvisor
