#pragma once

#include <span>
#include <string>
#include <string_view>

#include "formats/safetensors.hpp"
#include "gpuadvisor/models/model_file.hpp"

namespace gpuadvisor {

inline constexpr std::string_view k_found_adapter =
    "expected a model, found an adapter (LoRA) for one: name the model that it was made for, with --task lora for its "
    "training";

/// The weights that the tensors of a .safetensors file take. A shape is not among what it tells. Throws DataError where
/// the file is an adapter, or one of several.
[[nodiscard]] ModelFile safetensors_model(const std::string& path, std::span<const SafetensorsTensor> tensors);

/// The weights that the text of a `model.safetensors.index.json` tells of. Throws DataError when it is no such file.
[[nodiscard]] ModelFile safetensors_index_model(const std::string& path, std::string_view text);

/// The shape of a configuration with the weights of the files beside it, in the format that it names where that makes
/// their bytes, else in even bits.
[[nodiscard]] ModelFile with_weights(ModelFile config, const ModelFile& weights);

}  // namespace gpuadvisor
