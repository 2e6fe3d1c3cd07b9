#pragma once

#include <string>
#include <vector>

#include "advice/picks/gpu_advice.hpp"

namespace gpuadvisor {

/// Why the default answers leave it out; empty where they do not.
[[nodiscard]] std::vector<Rejection> reasons_against(const GpuAdvice& advice);

/// What a GPU is, costs and is good for.
[[nodiscard]] std::string verdict(const Gpu& gpu, const GpuAdvice& advice);

/// What the verdict leaves open: its place, or for whom it is the next best.
[[nodiscard]] std::string elaboration(const Gpu& gpu, const GpuAdvice& advice);

}  // namespace gpuadvisor
