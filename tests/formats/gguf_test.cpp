#include "formats/gguf.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"
#include "support/gguf_bytes.hpp"

namespace gpuadvisor {
namespace {

/// The header of a file that says of itself to be `size` bytes long.
GgufHeader read(const std::string& bytes, std::uint64_t size) {
  std::size_t at = 0;
  return read_gguf_header("m.gguf", size, [&](std::span<char> room) {
    const std::size_t count = std::min(room.size(), bytes.size() - at);
    std::memcpy(room.data(), bytes.data() + at, count);
    at += count;
    return count;
  });
}

GgufHeader read(const std::string& bytes) { return read(bytes, bytes.size()); }

std::string problem_of(const std::string& bytes) {
  try {
    (void)read(bytes);
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

constexpr std::uint32_t k_f32 = 0;
constexpr std::uint32_t k_q4_k = 12;

TEST_CASE("A GGUF header tells metadata and tensors", "[formats]") {
  const std::string bytes = GgufBytes()
                                .entry("general.architecture", "llama")
                                .entry("llama.block_count", 2)
                                .real("llama.rope.freq_base", 0.5F)
                                .raw("general.flag", GgufBytes::boolean, std::string(1, '\1'))
                                .numbers("llama.attention.head_count_kv", {4, 0})
                                .texts("tokenizer.ggml.tokens", {"a", "bc", ""})
                                .tensor("token_embd.weight", {256, 3}, k_q4_k, 432)
                                .tensor("output_norm.weight", {256}, k_f32, 1024)
                                .file();
  for (const std::uint32_t version : {2U, 3U}) {
    std::string versioned = bytes;
    versioned[4] = static_cast<char>(version);
    const GgufHeader header = read(versioned);
    CHECK(header.version == version);
    CHECK(std::get<std::string>(header.find("general.architecture")->value) == "llama");
    CHECK(std::get<double>(header.find("llama.block_count")->value) == 2);
    CHECK(std::get<double>(header.find("llama.rope.freq_base")->value) == 0.5);
    CHECK(std::get<bool>(header.find("general.flag")->value));
    CHECK(std::get<std::vector<double>>(header.find("llama.attention.head_count_kv")->value) ==
          std::vector<double>{4, 0});
    CHECK(header.find("tokenizer.ggml.tokens")->items == 3);
    CHECK(header.find("nothing") == nullptr);
    REQUIRE(header.tensors.size() == 2);
    CHECK(header.tensors[0].elements == 768);
    CHECK(header.tensors[0].bytes == 432);  // three blocks of 256 values in 144 bytes
    CHECK(header.tensors[0].type->name == "Q4_K");
    CHECK(header.tensors[1].bytes == 1024);
    CHECK(header.tensors[1].offset == 448);  // after 432, at the next multiple of 32
  }
}

TEST_CASE("Blocks of ggml's types have their published bits per value", "[formats]") {
  struct Case {
    std::uint32_t number;
    const char* name;
    double bits;
  };
  const Case cases[] = {{0, "F32", 32},          {1, "F16", 16},          {2, "Q4_0", 4.5},    {8, "Q8_0", 8.5},
                        {10, "Q2_K", 2.625},     {11, "Q3_K", 3.4375},    {12, "Q4_K", 4.5},   {13, "Q5_K", 5.5},
                        {14, "Q6_K", 6.5625},    {19, "IQ1_S", 1.5625},   {29, "IQ1_M", 1.75}, {23, "IQ4_XS", 4.25},
                        {18, "IQ3_XXS", 3.0625}, {16, "IQ2_XXS", 2.0625}, {39, "MXFP4", 4.25}, {30, "BF16", 16}};
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const GgmlType* type = ggml_type(c.number);
      REQUIRE(type != nullptr);
      CHECK(type->name == c.name);
      CHECK(8.0 * type->bytes / type->values == c.bits);
    }
  }
  CHECK(ggml_type(4) == nullptr);  // Q4_2 was given up
  CHECK(ggml_type(1000) == nullptr);
}

TEST_CASE("A GGUF file that lies about itself is refused with the place", "[formats]") {
  const auto one = [](std::uint64_t rows, std::uint32_t type, std::uint64_t offset) {
    return GgufBytes().tensor_at("t", {256, rows}, type, offset).file();
  };
  const std::string numbers8 = GgufBytes::number(1, 4);
  struct Case {
    const char* name;
    std::string bytes;
    std::string problem;
  };
  const Case cases[] = {
      {"empty", "", "m.gguf: byte 0: expected the letters GGUF (4 bytes), found the end of the file at byte 0"},
      {"other letters", "GGML....", R"(m.gguf: byte 0: expected the letters GGUF, found "GGML")"},
      {"version 1", GgufBytes().file(1), "m.gguf: byte 4: expected GGUF version 2 or 3, found 1"},
      {"big-endian", GgufBytes().file(0x03000000), "m.gguf: byte 4: expected little-endian numbers, found big-endian"},
      {"too many tensors", "GGUF" + GgufBytes::number(3, 4) + std::string(8, '\xff') + GgufBytes::number(0, 8),
       "m.gguf: byte 8: expected the number of tensors to be at most 65536, found 18446744073709551615"},
      {"too many entries", "GGUF" + GgufBytes::number(3, 4) + GgufBytes::number(0, 8) + GgufBytes::number(10'001, 8),
       "m.gguf: byte 16: expected the number of metadata entries to be at most 10000, found 10001"},
      {"a text longer than the file", GgufBytes().raw("k", GgufBytes::string, GgufBytes::number(1U << 30U, 8)).file(),
       "m.gguf: byte 45: expected a text (1073741824 bytes), found the end of the file at byte 64"},
      {"a list longer than any", GgufBytes().raw("k", GgufBytes::array, numbers8 + std::string(8, '\xff')).file(),
       "m.gguf: byte 37: expected a list of at most 67108864 items, found 18446744073709551615"},
      {"a list of lists", GgufBytes().raw("k", GgufBytes::array, GgufBytes::number(9, 4)).file(),
       "m.gguf: byte 37: expected a list of numbers or texts, found a list of lists"},
      {"an unknown type of values", GgufBytes().raw("k", 13, "").file(),
       "m.gguf: byte 33: expected a type of values from 0 to 12, found 13"},
      {"a key twice", GgufBytes().entry("k", 1).entry("k", 2).file(), R"(m.gguf: byte 41: the key "k" stands twice)"},
      {"an unknown type of tensors", one(1, 512, 0),
       R"(m.gguf: byte 53: expected a type of tensors up to 511, found 512 for "t")"},
      {"rows of no whole blocks", GgufBytes().tensor_at("t", {100}, k_q4_k, 0).file(),
       R"(m.gguf: byte 45: expected rows of whole blocks of 256 values for Q4_K, found 100 in "t")"},
      {"too many values", GgufBytes().tensor_at("t", {1ULL << 40U, 1ULL << 40U}, k_f32, 0).file(),
       R"(m.gguf: byte 45: expected a size that a tensor can have, found none for "t")"},
      {"no dimensions", GgufBytes().tensor_at("t", {}, k_f32, 0).file(),
       R"(m.gguf: byte 33: expected 1 to 4 dimensions, found 0 for "t")"},
      {"data after the end", one(1, k_f32, 0),
       R"(m.gguf: byte 96: tensor "t": expected 1024 bytes of data at offset 0, found the end of the file after 0)"},
      {"an offset between", one(1, k_f32, 7),
       R"(m.gguf: byte 96: tensor "t": expected an offset that 32 divides, found 7)"},
      {"data on other data", GgufBytes().tensor("a", {8}, k_f32, 32).tensor_at("b", {8}, k_f32, 0).file(),
       R"(m.gguf: byte 96: tensor "b": expected data after that of other tensors, found offset 0)"},
      {"an alignment that is not a number",
       GgufBytes().real("general.alignment", std::numeric_limits<float>::quiet_NaN()).file(),
       "m.gguf: byte 24: general.alignment: expected a power of two up to 1048576"},
      {"an alignment of 0", GgufBytes().entry("general.alignment", 0U).file(),
       "m.gguf: byte 24: general.alignment: expected a power of two up to 1048576"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) { CHECK(problem_of(c.bytes) == c.problem); }
  }
}

TEST_CASE("A GGUF file cut off anywhere in its header is refused", "[formats]") {
  const std::string header = GgufBytes()
                                 .entry("general.architecture", "llama")
                                 .texts("tokens", {"a", "b"})
                                 .tensor("t", {32}, k_f32, 128)
                                 .header();
  for (std::size_t size = 0; size < header.size(); ++size) {
    CHECK(problem_of(header.substr(0, size)).starts_with("m.gguf: byte "));
  }
}

TEST_CASE("A GGUF file that ends earlier than its size says is refused", "[formats]") {
  const std::string header = GgufBytes().entry("general.architecture", "llama").header();
  CHECK_THROWS_WITH(read(header.substr(0, 40), 1000), "m.gguf: byte 40: expected a file of 1000 bytes, found its end");
}

TEST_CASE("A GGUF header ends before 64 MiB", "[formats]") {
  const std::string begin = "GGUF" + GgufBytes::number(3, 4) + GgufBytes::number(0, 8) + GgufBytes::number(1, 8) +
                            GgufBytes::text_bytes("k") + GgufBytes::number(GgufBytes::string, 4);
  const std::string long_text = begin + GgufBytes::number(65ULL << 20U, 8);
  CHECK_THROWS_WITH(read(long_text, 1ULL << 40U),
                    "m.gguf: byte 45: expected a header of at most 64 MiB, found a text of 68157440 bytes that ends "
                    "after that");
}

}  // namespace
}  // namespace gpuadvisor
