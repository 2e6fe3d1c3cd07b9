#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "byte_source.hpp"
#include "ggml_type.hpp"

namespace gpuadvisor {

/// A value of a GGUF file's metadata: a number, yes or no, a text; of a list its numbers, with yes as 1. Texts of
/// more than k_longest_gguf_text bytes and lists of texts or of more than k_longest_gguf_list items are skipped:
/// nothing of a network's shape is among them.
using GgufValue = std::variant<std::monostate, double, bool, std::string, std::vector<double>>;

inline constexpr std::size_t k_longest_gguf_text = 2000;
inline constexpr std::size_t k_longest_gguf_list = 4096;

struct GgufEntry {
  std::string key;
  std::uint64_t position = 0;  // in the file, in bytes
  GgufValue value;
  std::uint64_t items = 0;  // of a list, kept or skipped
};

struct GgufTensor {
  std::string name;
  std::vector<std::uint64_t> dimensions;  // the innermost first
  std::uint32_t type_number = 0;
  const GgmlType* type = nullptr;  // null: not known here; its bytes are those up to the next tensor
  std::uint64_t elements = 0;
  std::uint64_t bytes = 0;
  std::uint64_t offset = 0;  // from where the data begins
};

/// What stands before the data of a GGUF file.
struct GgufHeader {
  std::uint32_t version = 0;
  std::vector<GgufEntry> metadata;
  std::vector<GgufTensor> tensors;

  /// The entry of a key; null when there is none.
  [[nodiscard]] const GgufEntry* find(std::string_view key) const;
};

// More than any model has; hostile input must not exhaust memory.
inline constexpr std::uint64_t k_max_gguf_header_bytes = std::uint64_t{64} << 20U;
inline constexpr std::uint64_t k_max_gguf_entries = 10'000;
inline constexpr std::uint64_t k_max_gguf_tensors = 65'536;

/// Reads the header of a GGUF file of version 2 or 3, little-endian, and nothing behind it. Throws DataError with the
/// place in bytes when it is no such file, repeats a key or a tensor, has tensors of impossible types or
/// sizes, or whose data overlaps or ends after the file's `size` bytes, or is beyond a limit.
/// Source: the GGUF specification of the ggml project.
[[nodiscard]] GgufHeader read_gguf_header(std::string_view file, std::uint64_t size, const ReadBytes& read);

}  // namespace gpuadvisor
