#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "detected_gpu.hpp"

namespace gpuadvisor {

struct Json;

/// Whether a document is what `system_profiler -json SPDisplaysDataType` prints.
[[nodiscard]] bool is_apple_profile(const Json& document);

/// The GPUs of such a document; with SPHardwareDataType beside it, the memory that the chip of a Mac shares with them.
/// Throws DataError with all problems.
[[nodiscard]] std::vector<DetectedGpu> apple_gpus(const Json& document, const std::string& file);

}  // namespace gpuadvisor
