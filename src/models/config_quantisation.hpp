#pragma once

#include "config_fields.hpp"
#include "gpuadvisor/models/model_file.hpp"

namespace gpuadvisor {

/// The format of the weights that a configuration names: `quantization_config` of Transformers, in the whole or in the
/// part that describes the language model, or `quantization` of MLX. Weights whose method is not known are counted in
/// 16 bits, with a remark. Requires the shape and the parameters of `file`; leaves it as it is where nothing is named.
void read_quantisation(ConfigFields& whole, ConfigFields& part, ModelFile& file);

/// The same, of the text of an `hf_quant_config.json` (NVIDIA's Model Optimizer) at `path`.
void read_optimizer_quantisation(const std::string& path, std::string_view text, ModelFile& file);

}  // namespace gpuadvisor
