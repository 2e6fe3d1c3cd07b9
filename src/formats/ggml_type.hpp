#pragma once

#include <cstdint>
#include <string_view>

namespace gpuadvisor {

/// How ggml keeps the values of a tensor: blocks of so many values in so many bytes.
struct GgmlType {
  std::uint32_t number = 0;  // in files
  std::string_view name;     // "Q4_K"
  std::uint32_t values = 1;  // of a block
  std::uint32_t bytes = 1;
};

/// Null for numbers that are none, or of a type that was given up. Source: the layouts of blocks in ggml's
/// ggml-common.h.
[[nodiscard]] const GgmlType* ggml_type(std::uint64_t number);

}  // namespace gpuadvisor
