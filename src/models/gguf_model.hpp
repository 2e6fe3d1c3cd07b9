#pragma once

#include <string>

#include "formats/gguf.hpp"
#include "gpuadvisor/models/model_file.hpp"

namespace gpuadvisor {

/// The model that the header of a GGUF file describes. Throws DataError when its metadata lack the shape's figures or
/// have them beyond bounds.
[[nodiscard]] ModelFile gguf_model(const std::string& path, const GgufHeader& header);

}  // namespace gpuadvisor
