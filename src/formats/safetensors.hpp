#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "byte_source.hpp"

namespace gpuadvisor {

struct SafetensorsTensor {
  std::string name;
  std::string_view type;  // "BF16"
  std::vector<std::uint64_t> shape;
  std::uint64_t elements = 0;
  std::uint64_t bytes = 0;
};

/// Largest header that is read; the format allows 100 MB, and that of no model is near this.
inline constexpr std::uint64_t k_max_safetensors_header_bytes = std::uint64_t{16} << 20U;

/// The tensors that the header of a .safetensors file lists, in its order: 8 bytes with the length of a JSON object,
/// and that. Nothing behind it is read. Throws DataError when it is no such file, or a tensor has an unknown type, a
/// size that its shape does not have, or data that overlaps or ends after the file's `size` bytes. Source: the format's
/// description by Hugging Face.
[[nodiscard]] std::vector<SafetensorsTensor> read_safetensors_header(const std::string& file, std::uint64_t size,
                                                                     const ReadBytes& read);

}  // namespace gpuadvisor
