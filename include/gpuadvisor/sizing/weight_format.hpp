#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace gpuadvisor {

/// How the weights of a network are kept in memory, in bits per parameter with the scales of blocks
/// (docs/memory.md#weights). Embeddings and the output matrix are kept otherwise than the rest by most formats.
struct WeightFormat {
  std::string_view id;     // "nf4", "q4-k-m"
  std::string_view title;  // "NF4 (bitsandbytes)"
  double bits = 16;        // of the matrices of layers
  double embedding_bits = 16;
  double output_bits = 16;
  double unaligned_bits = 0;      // of matrices whose rows are no multiple of 256 values; 0: as the others
  bool experts_only = false;      // only experts are kept so,
  double rest_bits = 16;          // and the other matrices of layers in so many bits
  bool unties_output = false;     // a matrix shared by input and output is kept twice
  bool dequantises = false;       // a matrix is unpacked to 16 bits before it is multiplied with many tokens
  bool is_gguf = false;           // a type of llama.cpp's files
  bool is_rare = false;           // few networks are given out so: taken when asked for, never proposed
  std::string_view gguf_id = {};  // of the type in which llama.cpp keeps weights published so; empty: it has none
  std::string_view source;        // of its bits, for people
};

/// All formats, the largest first within each family.
[[nodiscard]] std::span<const WeightFormat> weight_formats();

/// The format of an id, ignoring case and separators ("Q4_K_M", "q4km"), or of a usual other name ("bf16", "int8"); of
/// ExLlama's by their bits ("exl2-4.0", "EXL3 4.0bpw", "exl-4"). Null when there is none.
[[nodiscard]] const WeightFormat* weight_format(std::string_view name);

/// The id that was likely meant by a name of no format: the nearest in bits of ExLlama's, else the nearest in letters.
[[nodiscard]] std::optional<std::string_view> nearest_format(std::string_view name);

// The formats that tasks start from.
[[nodiscard]] const WeightFormat& format_fp32();
[[nodiscard]] const WeightFormat& format_16_bit();
[[nodiscard]] const WeightFormat& format_fp8();
[[nodiscard]] const WeightFormat& format_nf4();
[[nodiscard]] const WeightFormat& format_nf4_dq();
[[nodiscard]] const WeightFormat& format_q4_k_m();

}  // namespace gpuadvisor
