#pragma once

#include <optional>
#include <string_view>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/sizing/weight_format.hpp"

namespace gpuadvisor {

/// A network in a format, as datasets write it, with how many sequences at a time.
struct NamedModel {
  const Network* network = nullptr;
  WeightFormat weights;
  int batch = 1;
};

/// What "Meta Llama 3.1 8B Instruct Q4_K_M" or "Mistral 7B AWQ-4bit GEMM, batch 8" means: the longest beginning that is
/// a network's name, then words for how it was trained further, then the format of its weights. Nothing where network
/// or format is not known.
[[nodiscard]] std::optional<NamedModel> named_model(std::string_view words, const Catalog& catalog);

/// The format that the name of a repository or a tag tells: that of "Qwen3-8B-FP8", "llama3.1:8b-instruct-q8_0" and
/// "mlx-community/Qwen3-8B-4bit"; null where it tells none, or the kind of file alone ("GGUF").
[[nodiscard]] const WeightFormat* format_in_name(std::string_view name);

}  // namespace gpuadvisor
