#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/gpu.hpp"

namespace gpuadvisor {

/// A figure of a GPU as text, with the id of its source; no source where the entry is our own classification.
struct FieldText {
  std::string_view key;
  std::string value;
  std::string_view source;
};

/// The known figures of a GPU in canonical order: all fields but the id and what is about sources.
[[nodiscard]] std::vector<FieldText> field_texts(const Gpu& gpu);

}  // namespace gpuadvisor
