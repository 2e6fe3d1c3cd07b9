#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "detected_gpu.hpp"

namespace gpuadvisor {

/// The GPUs that a capture tells of: the output of `nvidia-smi -q -x`, `nvidia-smi --query-gpu=... --format=csv`,
/// `rocm-smi --json` or `system_profiler -json`, told apart by what it holds. `file` is the name used in problems.
/// Throws DataError with all problems, or for what is none of these.
[[nodiscard]] std::vector<DetectedGpu> captured_gpus(std::string_view text, const std::string& file);

}  // namespace gpuadvisor
