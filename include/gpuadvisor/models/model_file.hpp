#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/network.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/sizing/weight_format.hpp"

namespace gpuadvisor {

/// What a model was read from.
enum class ModelFileKind : unsigned char { config, gguf, safetensors_index, safetensors };

template <>
inline constexpr auto k_enum_names<ModelFileKind> =
    std::to_array<std::string_view>({"config", "gguf", "safetensors-index", "safetensors"});

/// Weights as a file keeps them.
struct StoredWeights {
  double bytes = 0;
  std::string types;                   // how many tensors of which type: "225 Q4_K, 65 F32"
  std::optional<double> parameters;    // values of all tensors
  std::optional<WeightFormat> format;  // bits per parameter, so that the bytes come out; nothing without parameters
};

/// A model as a file describes it.
struct ModelFile {
  std::string path;  // as given, printable
  ModelFileKind kind = ModelFileKind::config;
  Network network;                      // as far as the file tells; views `texts` and `states`
  std::string unknown_family;           // "model_type" that is not known; its parameters are not counted
  bool has_parameters = false;          // else network.parameters is 0: nothing tells them
  bool are_parameters_counted = false;  // from the shape, not read
  std::optional<StoredWeights> stored;
  std::optional<WeightFormat> weights;  // of a quantisation that the file names
  std::vector<std::string> remarks;     // what to know of the reading, each a sentence
  std::shared_ptr<std::deque<std::string>> texts = std::make_shared<std::deque<std::string>>();
  std::shared_ptr<std::deque<StateLayers>> states = std::make_shared<std::deque<StateLayers>>();

  /// What lives as long as any copy of this.
  std::string_view keep(std::string text) { return texts->emplace_back(std::move(text)); }
  std::span<const StateLayers> keep(const StateLayers& layers) { return {&states->emplace_back(layers), 1}; }
};

/// Whether a word names a file of a model, by its ending, or a folder that is there, rather than a network of the
/// catalog.
[[nodiscard]] bool is_model_file(std::string_view word);

/// Reads a model's file, told by its ending: `config.json` of Hugging Face, `.gguf`, `.safetensors` and
/// `.safetensors.index.json`, or a folder as a download leaves it. Beside a configuration the size of its weights is
/// read (and how `hf_quant_config.json` says that they are quantised), beside weights the configuration; no weights are
/// read. Throws Error when it cannot be read and DataError when it is not what it should be, an adapter or one of
/// several files (docs/memory.md#model-files).
[[nodiscard]] ModelFile read_model_file(const std::string& path);

/// Throws DataError for a file whose family is not known, with the nearest one.
[[noreturn]] void refuse_unknown_family(const ModelFile& file);

}  // namespace gpuadvisor
