#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "detected_gpu.hpp"

namespace gpuadvisor {

struct Json;

/// Whether a document is what `rocm-smi --json` prints.
[[nodiscard]] bool is_rocm_smi(const Json& document);

/// The GPUs of such a document. Throws DataError with all problems.
[[nodiscard]] std::vector<DetectedGpu> rocm_smi_gpus(const Json& document, const std::string& file);

}  // namespace gpuadvisor
