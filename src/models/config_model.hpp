#pragma once

#include <string>
#include <string_view>

#include "gpuadvisor/models/model_file.hpp"

namespace gpuadvisor {

/// The model that the text of a Hugging Face `config.json` describes. Throws DataError when it is no such file, its
/// `model_type` is not known, or a figure of the shape is missing or beyond bounds.
[[nodiscard]] ModelFile config_model(const std::string& path, std::string_view text);

}  // namespace gpuadvisor
