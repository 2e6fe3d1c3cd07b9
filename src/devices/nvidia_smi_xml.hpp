#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "detected_gpu.hpp"

namespace gpuadvisor {

/// Reads what `nvidia-smi -q -x` prints (its document types 10 to 13). Throws DataError with all problems.
[[nodiscard]] std::vector<DetectedGpu> nvidia_smi_xml(std::string_view text, const std::string& file);

}  // namespace gpuadvisor
