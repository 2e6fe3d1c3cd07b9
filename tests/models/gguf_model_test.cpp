#include "models/gguf_model.hpp"

#include <algorithm>
#include <cstring>

#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
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

/// Keys and values of the file at so many tokens, by llama.cpp.
double cache_bytes(const ModelFile& file, int tokens) {
  return kv_cache_bytes(file.network, tokens, KvFormat::bits_16);
}

TEST_CASE("A file of DeepSeek without compressed keys keeps whole ones", "[models]") {
  // DeepSeek V2 Lite before April 2025: 27 layers of 16 heads with keys of 192 and values of 128. At 32,768 tokens
  // llama.cpp and Ollama log 8,640 MiB.
  GgufBytes old;
  old.entry("general.architecture", "deepseek2")
      .entry("deepseek2.block_count", 27)
      .entry("deepseek2.embedding_length", 2048)
      .entry("deepseek2.feed_forward_length", 10944)
      .entry("deepseek2.attention.head_count", 16)
      .entry("deepseek2.attention.head_count_kv", 16)
      .entry("deepseek2.attention.key_length", 192)
      .entry("deepseek2.attention.value_length", 128)
      .entry("deepseek2.attention.kv_lora_rank", 512)
      .entry("deepseek2.rope.dimension_count", 64)
      .tensor("token_embd.weight", {2048, 10}, k_f32, 81920);
  const ModelFile file = read(old);
  CHECK(cache_bytes(file, 32768) / (1 << 20) == 8640);
  CHECK(file.remarks.size() == 1);
  old.entry("deepseek2.attention.key_length_mla", 192).entry("deepseek2.attention.value_length_mla", 128);
  const ModelFile newer = read(old);
  CHECK(cache_bytes(newer, 32768) == 27.0 * 576 * 2 * 32768);
  CHECK(newer.remarks.empty());
}

TEST_CASE("Mamba keeps a state of one size", "[models]") {
  const ModelFile file = read(GgufBytes()
                                  .entry("general.architecture", "mamba")
                                  .entry("mamba.block_count", 64)
                                  .entry("mamba.embedding_length", 4096)
                                  .entry("mamba.feed_forward_length", 0)
                                  .entry("mamba.attention.head_count", 0)
                                  .entry("mamba.ssm.conv_kernel", 4)
                                  .entry("mamba.ssm.inner_size", 8192)
                                  .entry("mamba.ssm.state_size", 16)
                                  .entry("mamba.ssm.time_step_rank", 256)
                                  .tensor("token_embd.weight", {4096, 10}, k_f32, 163840));
  CHECK(cache_bytes(file, 8192) == 0);
  CHECK(state_bytes(file.network) == 64.0 * 8192 * (16 + 3) * 4);
}

TEST_CASE("Networks that look both ways are encoders", "[models]") {
  const auto kind = [](std::string_view architecture, bool is_said) {
    GgufBytes bytes = metadata(architecture);
    if (is_said)
      bytes.raw(std::string(architecture) + ".attention.causal", GgufBytes::boolean, GgufBytes::number(0, 1));
    return read(bytes.tensor("token_embd.weight", {256, 100}, k_f32, 102400)).network.kind;
  };
  CHECK(kind("bert", false) == NetworkKind::encoder);
  CHECK(kind("nomic-bert", false) == NetworkKind::encoder);
  CHECK(kind("t5encoder", false) == NetworkKind::encoder);
  CHECK(kind("newest", true) == NetworkKind::encoder);
  CHECK(kind("newest", false) == NetworkKind::decoder);
}

TEST_CASE("Types of other programs are as large as the file has them", "[models]") {
  const ModelFile file = read(metadata("llama")
                                  .tensor("token_embd.weight", {256, 100}, k_q4_k, 14400)
                                  .tensor("blk.0.ffn_up.weight", {256, 64}, 139, 9216)  // IQ4_K of ik_llama.cpp
                                  .tensor("output.weight", {256, 100}, 40, 14400));     // NVFP4: 36 bytes for 64
  CHECK(file.stored->bytes == 14400 + 9216 + 14400);
  CHECK(file.stored->types == "1 NVFP4, 1 Q4_K, 1 type 139");
  CHECK_THROWS_WITH(read(metadata("llama").tensor("a", {2, 1}, 139, 320)),
                    Catch::Matchers::Contains("found type 139 with 320 bytes"));
}

TEST_CASE("What is no network is called what it is", "[models]") {
  const auto problem = [](std::string_view type, std::string_view architecture) {
    GgufBytes bytes;
    bytes.entry("general.architecture", architecture).entry("general.type", type).tensor("a", {256}, k_f32, 1024);
    try {
      (void)read(bytes);
    } catch (const DataError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(problem("mmproj", "clip").find("found an encoder of images or sound") != std::string::npos);
  CHECK(problem("model", "clip").find("found an encoder of images or sound") != std::string::npos);
  CHECK(problem("adapter", "llama").find("found an adapter (LoRA)") != std::string::npos);
  CHECK(problem("imatrix", "llama").find("found an importance matrix") != std::string::npos);
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
