#include "models/gguf_model.hpp"

#include <algorithm>
#include <cstring>

#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"
#include "support/gguf_bytes.hpp"

namespace gpuadvisor {
namespace {

ModelFile read(const GgufBytes& bytes) {
  const std::string file = bytes.file();
  std::size_t at = 0;
  return gguf_model("m.gguf", read_gguf_header("m.gguf", file.size(), [&](std::span<char> room) {
                      const std::size_t count = std::min(room.size(), file.size() - at);
                      std::memcpy(room.data(), file.data() + at, count);
                      at += count;
                      return count;
                    }));
}

GgufBytes metadata(std::string_view architecture) {
  const std::string prefix(architecture);
  GgufBytes bytes;
  bytes.entry("general.architecture", architecture)
      .entry(prefix + ".block_count", 12)
      .entry(prefix + ".embedding_length", 256)
      .entry(prefix + ".feed_forward_length", 512)
      .entry(prefix + ".attention.head_count", 8)
      .entry(prefix + ".context_length", 4096);
  return bytes;
}

constexpr std::uint32_t k_f32 = 0;
constexpr std::uint32_t k_q4_k = 12;
constexpr std::uint32_t k_q6_k = 14;

TEST_CASE("A GGUF file tells its weights to the byte", "[models]") {
  const ModelFile file = read(metadata("llama")
                                  .entry("general.name", "A small one")
                                  .entry("llama.attention.head_count_kv", 2)
                                  .tensor("token_embd.weight", {256, 100}, k_q4_k, 14400)
                                  .tensor("blk.0.ffn_gate.weight", {256, 512}, k_q4_k, 73728)
                                  .tensor("output_norm.weight", {256}, k_f32, 1024)
                                  .tensor("output.weight", {256, 100}, k_q6_k, 21000));
  REQUIRE(file.stored);
  CHECK(file.stored->bytes == 14400 + 73728 + 1024 + 21000);
  CHECK(file.stored->types == "2 Q4_K, 1 F32, 1 Q6_K");
  CHECK(file.stored->parameters == 25600 + 131072 + 256 + 25600);
  CHECK(file.has_parameters);
  CHECK_FALSE(file.are_parameters_counted);
  const WeightFormat& format = *file.stored->format;
  CHECK(format.embedding_bits == 4.5);
  CHECK(format.output_bits == 6.5625);
  // What is left: 73728 + 1024 bytes for 131072 + 256 parameters.
  CHECK_THAT(format.bits, Catch::Matchers::WithinRel(74752.0 * 8 / 131328, 1e-12));
  CHECK(format.is_gguf);
  const Network& network = file.network;
  CHECK(network.name == "m.gguf (A small one)");
  CHECK(network.layers == 12);
  CHECK(network.hidden == 256);
  CHECK(network.heads == 8);
  CHECK(network.kv_heads == 2);
  CHECK(network.feed_forward == 512);
  CHECK(network.gated_feed_forward);
  CHECK(network.vocabulary == 100);
  CHECK_FALSE(network.tied_embeddings);
  CHECK(network.context == 4096);
}

TEST_CASE("A GGUF file without an output matrix has one for both ends", "[models]") {
  const ModelFile file = read(metadata("llama").tensor("token_embd.weight", {256, 100}, k_q6_k, 21000));
  CHECK(file.network.tied_embeddings);
  CHECK_FALSE(file.network.gated_feed_forward);
  CHECK(file.stored->format->output_bits == 6.5625);
}

TEST_CASE("Layers without heads of keys keep none", "[models]") {
  const ModelFile file = read(metadata("jamba")
                                  .numbers("jamba.attention.head_count_kv", {0, 0, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0})
                                  .tensor("token_embd.weight", {256, 100}, k_f32, 102400));
  CHECK(file.network.kv_heads == 4);
  CHECK(file.network.attention_layers == 2);
  CHECK(file.remarks.empty());
}

TEST_CASE("A GGUF window is counted where the layers that have it are known", "[models]") {
  const auto with = [](std::string_view architecture) {
    GgufBytes bytes = metadata(architecture);
    bytes.entry(std::string(architecture) + ".attention.sliding_window", 1024)
        .tensor("token_embd.weight", {256, 100}, k_f32, 102400);
    return read(bytes);
  };
  CHECK(with("gemma3").network.window == 1024);
  CHECK(with("gemma3").network.windowed_layers == 10);  // all but each sixth
  CHECK(with("gemma2").network.windowed_layers == 6);
  const ModelFile unknown = with("newest");
  CHECK_FALSE(unknown.network.window);
  CHECK(unknown.remarks.size() == 1);
}

TEST_CASE("Of a split GGUF file, parameters are counted from the shape", "[models]") {
  const ModelFile file = read(metadata("llama")
                                  .entry("split.count", 3)
                                  .entry("general.file_type", 15)
                                  .texts("tokenizer.ggml.tokens", std::vector<std::string>(100, "t"))
                                  .tensor("token_embd.weight", {256, 100}, k_q4_k, 14400));
  CHECK_FALSE(file.stored);
  CHECK(file.are_parameters_counted);
  REQUIRE(file.weights);
  CHECK(file.weights->id == "q4-k-m");
  // 2 embeddings of 100 x 256; 12 layers of 4 x 256 x 256, 3 x 256 x 512 and 2 x 256; a last norm of 256.
  CHECK_THAT(file.network.parameters.value() * 1e6,
             Catch::Matchers::WithinRel(2 * 25600 + 12 * (262144.0 + 393216 + 512) + 256, 1e-9));
  CHECK(file.remarks ==
        std::vector<std::string>{"This is one of 3 files; the others are not read. The parameters of all are counted "
                                 "from the shape."});
}

TEST_CASE("Metadata that make no shape are refused with the place", "[models]") {
  CHECK_THROWS_WITH(read(GgufBytes()), "m.gguf: general.architecture: expected a text, found none");
  CHECK_THROWS_WITH(read(GgufBytes().entry("general.architecture", "llama")),
                    "m.gguf: llama.block_count: expected a number, found none");
  CHECK_THROWS_WITH(read(GgufBytes().entry("general.architecture", "x").entry("x.block_count", 4'000'000'000U)),
                    "m.gguf: byte 65: x.block_count: expected a whole number from 0 to 10000, found 4000000000");
  CHECK_THROWS_WITH(read(GgufBytes().entry("general.architecture", "x").real("x.block_count", 0.5F)),
                    "m.gguf: byte 65: x.block_count: expected a whole number from 0 to 10000, found 0.5");
  CHECK_THROWS_WITH(read(GgufBytes().entry("general.architecture", "x").entry("x.block_count", "two")),
                    "m.gguf: byte 65: x.block_count: expected a number");
  CHECK_THROWS_WITH(read(metadata("llama")), "m.gguf: expected tensors, found a header without any");
}

}  // namespace
}  // namespace gpuadvisor
