#pragma once

#include <string>

#include "gpuadvisor/advice/software_support.hpp"
#include "gpuadvisor/catalog/gpu.hpp"

namespace gpuadvisor {

/// "CUDA", "ROCm"; "CUDA, ending"; "until 2025-08".
[[nodiscard]] std::string software_word(const Gpu& gpu, const SupportStatus& support);

}  // namespace gpuadvisor
