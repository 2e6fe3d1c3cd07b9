#include "gpuadvisor/sizing/weight_format.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include "core/decimal_from_chars.hpp"
#include "core/text.hpp"

namespace gpuadvisor {
namespace {

// Llama 3.1 8B, whose files tell the bits per weight of each type: parameters and those of one embedding, in millions.
constexpr double k_measured_parameters = 8030.26;
constexpr double k_measured_embedding = 128256.0 * 4096 / 1e6;

constexpr std::string_view k_gguf_source = "llama.cpp, tools/quantize/README.md as of 311c2c9";
constexpr std::string_view k_blocks_source = "llama.cpp, layout of its blocks";
constexpr std::string_view k_names_source = "the name of the format";
constexpr std::string_view k_widths_source = "arithmetic";
constexpr std::string_view k_nf4_source = "QLoRA, arXiv:2305.14314";
constexpr std::string_view k_groups_source = "arithmetic: a scale and a zero for each group";

// Bits per weight of blocks, as their layouts have them.
constexpr double k_block_q2_k = 2.625;
constexpr double k_block_iq3_s = 3.4375;
constexpr double k_block_q3_k = 3.4375;
constexpr double k_block_iq4_xs = 4.25;
constexpr double k_block_q4 = 4.5;
constexpr double k_block_iq4_nl = 4.5;
constexpr double k_block_q4_1 = 5;
constexpr double k_block_q5_0 = 5.5;
constexpr double k_block_q5_k = 5.5;
constexpr double k_block_q5_1 = 6;
constexpr double k_block_q6_k = 6.5625;
constexpr double k_block_q8_0 = 8.5;

/// Blocks of llama.cpp's newer types have 256 values. Rows that they do not divide are kept in the next larger type
/// with blocks of 32.
constexpr double unaligned(double block_bits) {
  if (block_bits >= k_block_q6_k) return k_block_q8_0;
  if (block_bits >= k_block_q5_k) return k_block_q5_1;
  return block_bits >= k_block_q4 ? k_block_q5_0 : k_block_iq4_nl;
}

/// A type of llama.cpp's files. `whole_bits` is per weight of the whole file, as published for Llama 3.1 8B; the bits
/// of layers follow by taking away embeddings and output, so that files of other vocabularies come out right too.
/// Layers mix the type of the embedding with that of the output.
constexpr WeightFormat gguf(std::string_view id, std::string_view title, double whole_bits, double embedding_bits,
                            double output_bits) {
  const double outside = k_measured_embedding * (embedding_bits + output_bits);
  const double bits =
      (whole_bits * k_measured_parameters - outside) / (k_measured_parameters - 2 * k_measured_embedding);
  const double larger = output_bits > embedding_bits ? (bits - embedding_bits) / (output_bits - embedding_bits) : 0;
  return {.id = id,
          .title = title,
          .bits = bits,
          .embedding_bits = embedding_bits,
          .output_bits = output_bits,
          .unaligned_bits = unaligned(embedding_bits) + larger * (unaligned(output_bits) - unaligned(embedding_bits)),
          .is_gguf = true,
          .source = k_gguf_source};
}

/// A type whose blocks have 32 values, for all matrices.
constexpr WeightFormat gguf_blocks(std::string_view id, std::string_view title, double bits, double output_bits) {
  return {.id = id,
          .title = title,
          .bits = bits,
          .embedding_bits = bits,
          .output_bits = output_bits,
          .is_gguf = true,
          .is_rare = id != "q4-0",  // the others are older than the K-types, which replaced them
          .source = k_blocks_source};
}

/// MLX quantises all matrices, in groups of 64 with a scale and a bias of 16 bits each.
constexpr WeightFormat mlx(std::string_view id, std::string_view title, double code_bits) {
  const double bits = code_bits + 0.5;
  return {.id = id,
          .title = title,
          .bits = bits,
          .embedding_bits = bits,
          .output_bits = bits,
          .is_rare = true,
          .source = k_groups_source};
}

/// As ExLlama's names say, with an output of 6 bits.
constexpr WeightFormat exl(std::string_view id, std::string_view title, double bits) {
  constexpr double k_output_bits = 6;
  return {
      .id = id, .title = title, .bits = bits, .output_bits = k_output_bits, .is_rare = true, .source = k_names_source};
}

constexpr auto k_formats = std::to_array<WeightFormat>({
    {.id = "fp32", .title = "32-bit", .bits = 32, .embedding_bits = 32, .output_bits = 32, .source = k_widths_source},
    {.id = "fp16", .title = "16-bit (fp16 or bf16)", .source = k_widths_source},
    {.id = "int8", .title = "8-bit integers, groups of 128", .bits = 8.1875, .source = k_groups_source},
    {.id = "fp8", .title = "8-bit floating point", .bits = 8, .unties_output = true, .source = k_widths_source},
    {.id = "nf4", .title = "NF4 (bitsandbytes)", .bits = 4.5, .dequantises = true, .source = k_nf4_source},
    {.id = "nf4-dq", .title = "NF4, double quantisation", .bits = 4.127, .dequantises = true, .source = k_nf4_source},
    {.id = "mxfp4-bf16",
     .title = "MXFP4 (experts; the rest in 16 bits)",
     .bits = 4.25,
     .experts_only = true,
     .gguf_id = "mxfp4",
     .source = k_widths_source},
    {.id = "mxfp4",
     .title = "MXFP4 (experts; the rest in Q8_0)",
     .bits = 4.25,
     .embedding_bits = k_block_q8_0,
     .output_bits = k_block_q8_0,
     .experts_only = true,
     .rest_bits = k_block_q8_0,
     .is_gguf = true,
     .source = k_blocks_source},
    {.id = "mxfp4-fp8",
     .title = "MXFP4 (experts; the rest in 8 bits)",
     .bits = 4.25,
     .experts_only = true,
     .rest_bits = 8,
     .source = k_widths_source},
    {.id = "int4-bf16",
     .title = "4-bit integers, groups of 32 (experts; the rest in 16 bits)",
     .bits = 4.5,
     .experts_only = true,
     .source = k_groups_source},
    {.id = "mxfp8", .title = "MXFP8, blocks of 32", .bits = 8.25, .is_rare = true, .source = k_widths_source},
    {.id = "nvfp4", .title = "NVFP4, blocks of 16", .bits = 4.5, .is_rare = true, .source = k_widths_source},
    {.id = "awq", .title = "AWQ, 4 bits, groups of 128", .bits = 4.15625, .source = k_groups_source},
    {.id = "gptq", .title = "GPTQ, 4 bits, groups of 128", .bits = 4.15625, .source = k_groups_source},
    gguf("q8-0", "GGUF Q8_0", 8.5008, k_block_q8_0, k_block_q8_0),
    gguf("q6-k", "GGUF Q6_K", 6.5633, k_block_q6_k, k_block_q6_k),
    gguf("q5-k-m", "GGUF Q5_K_M", 5.7036, k_block_q5_k, k_block_q6_k),
    gguf("q5-k-s", "GGUF Q5_K_S", 5.5704, k_block_q5_k, k_block_q6_k),
    gguf("q4-k-m", "GGUF Q4_K_M", 4.8944, k_block_q4, k_block_q6_k),
    gguf("q4-k-s", "GGUF Q4_K_S", 4.6672, k_block_q4, k_block_q6_k),
    gguf("iq4-nl", "GGUF IQ4_NL", 4.6818, k_block_q4, k_block_q6_k),
    gguf_blocks("q5-1", "GGUF Q5_1", k_block_q5_1, k_block_q6_k),
    gguf_blocks("q5-0", "GGUF Q5_0", k_block_q5_0, k_block_q6_k),
    gguf_blocks("q4-1", "GGUF Q4_1", k_block_q4_1, k_block_q6_k),
    gguf_blocks("q4-0", "GGUF Q4_0", k_block_q4, k_block_q6_k),
    gguf("iq4-xs", "GGUF IQ4_XS", 4.4597, k_block_iq4_xs, k_block_q6_k),
    gguf("q3-k-l", "GGUF Q3_K_L", 4.2979, k_block_q3_k, k_block_q6_k),
    gguf("q3-k-m", "GGUF Q3_K_M", 4.0, k_block_q3_k, k_block_q6_k),
    gguf("iq3-m", "GGUF IQ3_M", 3.7628, k_block_iq3_s, k_block_q6_k),
    gguf("iq3-s", "GGUF IQ3_S", 3.6606, k_block_iq3_s, k_block_q6_k),
    gguf("q3-k-s", "GGUF Q3_K_S", 3.6429, k_block_q3_k, k_block_q6_k),
    gguf("iq3-xs", "GGUF IQ3_XS", 3.4977, k_block_iq3_s, k_block_q6_k),
    gguf("iq3-xxs", "GGUF IQ3_XXS", 3.2548, k_block_iq3_s, k_block_q5_k),
    gguf("q2-k", "GGUF Q2_K", 3.1593, k_block_q2_k, k_block_q6_k),
    gguf("q2-k-s", "GGUF Q2_K_S", 2.9697, k_block_q2_k, k_block_q6_k),
    gguf("iq2-m", "GGUF IQ2_M", 2.9294, k_block_iq3_s, k_block_q5_k),
    gguf("iq2-s", "GGUF IQ2_S", 2.7403, k_block_iq3_s, k_block_q5_k),
    gguf("iq2-xs", "GGUF IQ2_XS", 2.5882, k_block_q2_k, k_block_q5_k),
    gguf("iq2-xxs", "GGUF IQ2_XXS", 2.3824, k_block_q2_k, k_block_q5_k),
    gguf("iq1-m", "GGUF IQ1_M", 2.146, k_block_q2_k, k_block_q5_k),
    gguf("iq1-s", "GGUF IQ1_S", 2.0042, k_block_q2_k, k_block_q5_k),
    exl("exl-8.0", "8-bit EXL2 or EXL3", 8),
    exl("exl-6.0", "6-bit EXL2 or EXL3", 6),
    exl("exl-5.0", "5-bit EXL2 or EXL3", 5),
    exl("exl-4.5", "4.5-bit EXL2 or EXL3", 4.5),
    exl("exl-4.0", "4-bit EXL2 or EXL3", 4),
    exl("exl-3.5", "3.5-bit EXL2 or EXL3", 3.5),
    exl("exl-3.0", "3-bit EXL2 or EXL3", 3),
    exl("exl-2.5", "2.5-bit EXL2 or EXL3", 2.5),
    exl("exl-2.0", "2-bit EXL2 or EXL3", 2),
    mlx("mlx-8bit", "8-bit MLX", 8),
    mlx("mlx-6bit", "6-bit MLX", 6),
    mlx("mlx-5bit", "5-bit MLX", 5),
    mlx("mlx-4bit", "4-bit MLX", 4),
    mlx("mlx-3bit", "3-bit MLX", 3),
});

struct OtherName {
  std::string_view name;
  std::string_view id;
};

constexpr auto k_other_names = std::to_array<OtherName>({{"bf16", "fp16"},
                                                         {"16bit", "fp16"},
                                                         {"f16", "fp16"},
                                                         {"f32", "fp32"},
                                                         {"8bit", "int8"},
                                                         {"gptqint8", "int8"},
                                                         {"awqint4", "awq"},
                                                         {"bnbnf4", "nf4"},
                                                         {"bnbnf4dq", "nf4-dq"}});

std::string letters_of(std::string_view name) {
  std::string letters = lower_case(name);
  std::erase_if(letters, [](char c) { return c == '-' || c == '_' || c == '.' || c == ' '; });
  return letters;
}

constexpr std::string_view k_exl = "exl";

bool is_separator(char c) { return c == '-' || c == '_' || c == ' '; }

/// The bits that a name of ExLlama's formats tells: "exl3-4.0bpw", "EXL2 4.0", "exl2_4_0" and "exl-4" tell 4. A 2 or 3
/// right behind the letters is the version where a separator follows, and nothing can be told where nothing follows.
std::optional<double> exl_bits(std::string_view name) {
  constexpr std::string_view k_unit = "bpw";
  std::string word = lower_case(name);
  if (!word.starts_with(k_exl)) return std::nullopt;
  word.erase(0, k_exl.size());
  const bool has_version = word.starts_with('2') || word.starts_with('3');
  if (has_version && word.size() == 1) return std::nullopt;
  if (has_version && is_separator(word[1])) word.erase(0, 1);
  if (!word.empty() && is_separator(word.front())) word.erase(0, 1);
  if (word.ends_with(k_unit)) word.resize(word.size() - k_unit.size());
  if (!word.empty() && is_separator(word.back())) word.pop_back();
  std::replace_if(word.begin(), word.end(), is_separator, '.');
  double bits = 0;
  const char* const end = word.data() + word.size();
  const auto read = decimal_from_chars(word.data(), end, bits, std::chars_format::fixed);
  return read.ec == std::errc() && read.ptr == end && std::isfinite(bits) ? std::optional(bits) : std::nullopt;
}

/// The first of ExLlama's formats that is nearest to so many bits; the larger one of two.
const WeightFormat& nearest_exl(double bits) {
  const WeightFormat* best = nullptr;
  for (const WeightFormat& format : k_formats) {
    if (!format.id.starts_with(k_exl)) continue;
    if (best == nullptr || std::abs(format.bits - bits) < std::abs(best->bits - bits)) best = &format;
  }
  return *best;
}

const WeightFormat& of_id(std::string_view id) {
  return *std::find_if(k_formats.begin(), k_formats.end(), [&](const WeightFormat& format) { return format.id == id; });
}

}  // namespace

std::span<const WeightFormat> weight_formats() { return k_formats; }

const WeightFormat* weight_format(std::string_view name) {
  if (const auto bits = exl_bits(name)) {
    const WeightFormat& format = nearest_exl(*bits);
    return format.bits == *bits ? &format : nullptr;
  }
  const std::string letters = letters_of(name);
  if (letters.starts_with(k_exl)) return nullptr;
  for (const WeightFormat& format : k_formats) {
    if (letters_of(format.id) == letters) return &format;
  }
  for (const OtherName& other : k_other_names) {
    if (other.name == letters) return &of_id(other.id);
  }
  return nullptr;
}

std::optional<std::string_view> nearest_format(std::string_view name) {
  if (const auto bits = exl_bits(name)) return nearest_exl(*bits).id;
  std::string written(name);  // as ids are
  std::replace(written.begin(), written.end(), '_', '-');
  std::vector<std::string_view> known;
  known.reserve(k_formats.size());
  for (const WeightFormat& format : k_formats) known.push_back(format.id);
  return nearest(written, known);
}

const WeightFormat& format_fp32() { return of_id("fp32"); }
const WeightFormat& format_16_bit() { return of_id("fp16"); }
const WeightFormat& format_fp8() { return of_id("fp8"); }
const WeightFormat& format_nf4() { return of_id("nf4"); }
const WeightFormat& format_nf4_dq() { return of_id("nf4-dq"); }
const WeightFormat& format_q4_k_m() { return of_id("q4-k-m"); }

}  // namespace gpuadvisor
