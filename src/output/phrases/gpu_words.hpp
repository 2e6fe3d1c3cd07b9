#pragma once

#include <string>

#include "gpuadvisor/advice/software_support.hpp"
#include "gpuadvisor/catalog/gpu.hpp"

namespace gpuadvisor {

/// "RTX 3090"; "2x RTX 3090" of several.
[[nodiscard]] std::string with_count(int count, const std::string& name);

/// "an RTX 3090", "a Radeon VII"; "2x RTX 3090" of several.
[[nodiscard]] std::string with_article(int count, const std::string& name);

/// "CUDA", "ROCm"; "CUDA, ending"; "until 2025-08".
[[nodiscard]] std::string software_word(const Gpu& gpu, const SupportStatus& support);

}  // namespace gpuadvisor
