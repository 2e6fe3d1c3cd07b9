#pragma once

#include "config_fields.hpp"
#include "gpuadvisor/models/model_file.hpp"
#include "model_family.hpp"

namespace gpuadvisor {

/// How the layers of a configuration mix tokens: which have attention, with a window or without, which keep a state,
/// and which are a feed-forward block alone. Requires layers, width and heads to be read.
void read_layer_kinds(ConfigFields& fields, const ModelFamily& family, ModelFile& file);

}  // namespace gpuadvisor
