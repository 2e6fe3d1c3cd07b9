#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "formats/safetensors.hpp"
#include "gpuadvisor/models/model_file.hpp"

namespace gpuadvisor {

/// The weights that the tensors of a .safetensors file take. A shape is not among what it tells.
[[nodiscard]] ModelFile safetensors_model(const std::string& path, std::span<const SafetensorsTensor> tensors);

/// The weights that the text of a `model.safetensors.index.json` tells of, with the shape of `config`, the
/// configuration beside it, where there is one. Throws DataError when it is no such file.
[[nodiscard]] ModelFile safetensors_index_model(const std::string& path, std::string_view text,
                                                const std::optional<ModelFile>& config);

}  // namespace gpuadvisor
