#include "gpuadvisor/sizing/network_shape.hpp"

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

TEST_CASE("Keys and values of one token are as large as their shapes say", "[sizing]") {
  struct Case {
    const char* network;
    double bytes;
  };
  const Case cases[] = {
      {"llama-2-7b", 524288},
      {"llama-2-13b", 819200},
      {"llama-2-70b", 327680},
      {"llama-3-8b", 131072},
      {"llama-3-1-405b", 516096},
      {"qwen2-5-7b", 57344},
      {"qwen3-8b", 147456},
      {"mixtral-8x7b", 131072},
      {"gpt-3-175b", 4718592},
      {"deepseek-v3", 70272},                   // (512 + 64) values * 61 layers * 2 B: one latent vector,
                                                // not keys and values
      {"deepseek-v3-2", 70272 + 61 * 128 * 2},  // and 128 values of the indexer in each layer
      {"nemotron-3-nano-30b-a3b", 6144},        // 2 * 2 heads of 128, 6 of 52 layers
      {"gemma-4-31b", 81920 + 819200},          // 10 layers of 4 heads of 512, 50 with a window of 16 heads of 256
      {"gemma-4-e2b", 6144 + 12288},            // 3 and 12 of 35 layers: 20 reuse those of earlier ones
      {"mimo-v2-flash", 23040 + 199680},        // heads of 192 with values of 128: 9 layers of 4, 39 of 8
      {"step-3-5-flash", 49152 + 135168},       // 12 and 33 layers of 8 heads of 128
      {"laguna-s-2-1", 49152 + 147456},         // of which the gallery tells 196,608 together
  };
  const Catalog catalog = embedded_catalog();
  for (const auto& [network, bytes] : cases) {
    DYNAMIC_SECTION(network) { CHECK(kv_cache_bytes(*catalog.network(network), 1, KvFormat::bits_16) == bytes); }
  }
}

TEST_CASE("Layers with a window keep no more than it", "[sizing]") {
  Network network;
  network.layers = 6;
  network.heads = 8;
  network.kv_heads = 2;
  network.hidden = 512;  // heads of 64
  network.window = 100;
  network.windowed_layers = 4;
  // 2 * 2 * 64 = 256 values; 2 layers of 1000 tokens and 4 of 100, 2 B each.
  CHECK(kv_cache_bytes(network, 1000, KvFormat::bits_16) == 256 * (2 * 1000 + 4 * 100) * 2);
  CHECK(kv_cache_bytes(network, 50, KvFormat::bits_16) == 256 * 6 * 50 * 2);
  CHECK(kv_cache_bytes(network, 50, KvFormat::bits_8) == 256 * 6 * 50 * 8.5 / 8);
  network.windowed_layers.reset();  // all of them
  CHECK(kv_cache_bytes(network, 1000, KvFormat::bits_16) == 256 * 6 * 100 * 2);
  network.attention_layers = 1;  // the others keep a state that does not grow
  network.window.reset();
  CHECK(kv_cache_bytes(network, 1000, KvFormat::bits_16) == 256 * 1000 * 2);
}

TEST_CASE("States do not grow with the sequence", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  // 48 layers of 48 heads of 128 x 128, and what three taps have seen of 2 * 16 * 128 + 48 * 128 channels; 4 B each.
  CHECK(state_bytes(*catalog.network("qwen3-5-27b")) == 48.0 * (48 * 128 * 128 + 3 * (2 * 16 + 48) * 128) * 4);
  // 23 layers of 64 heads of 128 x 64, and three of 64 * 64 + 2 * 8 * 128 channels.
  CHECK(state_bytes(*catalog.network("nemotron-3-nano-30b-a3b")) ==
        23.0 * (64 * 128 * 64 + 3 * (64 * 64 + 2 * 8 * 128)) * 4);
  CHECK(state_bytes(*catalog.network("lfm2-8b-a1b")) == 18.0 * 2 * 2048 * 4);  // two taps before the last, of the width
  CHECK(state_bytes(*catalog.network("llama-3-8b")) == 0);
}

TEST_CASE("Adapters have rank times inputs and outputs of each matrix", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-2-7b");
  // Queries and values of 4096 x 4096: 32 layers * 2 * 8 * 8192 = 4.19 M, as known for rank 8.
  CHECK(adapter_parameters(llama, 8, AdapterTargets::query_value) == 4194304);
  CHECK(adapter_parameters(llama, 8, AdapterTargets::attention) == 2 * 4194304);
  // And three of 4096 x 11008: 32 * 3 * 8 * 15104 = 11.6 M; 19.99 M in all, as known for rank 8.
  CHECK(adapter_parameters(llama, 8, AdapterTargets::all_linear) == 19988480);
  CHECK(adapter_parameters(llama, 8, AdapterTargets::experts) == 19988480);
  // Attention of 48 layers: queries and output 2048 + 4096, keys and values 2048 + 512; 3 matrices of 128 experts.
  const Network& of_experts = *catalog.network("qwen3-30b-a3b");
  CHECK(adapter_parameters(of_experts, 1, AdapterTargets::all_linear) == 48 * (2 * 6144 + 2 * 2560));
  CHECK(adapter_parameters(of_experts, 1, AdapterTargets::experts) ==
        48 * (2 * 6144 + 2 * 2560 + 3 * 128 * (2048 + 768)));
}

TEST_CASE("Parameters are split by how formats keep them, and add up", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  for (const Network& network : catalog.records<Network>()) {
    const ParameterSplit split = parameter_split(network);
    CHECK_THAT(split.embedding + split.layer_embeddings + split.output + split.experts + split.rest + split.encoders +
                   split.drafts,
               WithinRel(network.parameters.value() * 1e6, 1e-9));
    CHECK(split.rest >= 0);
  }
  CHECK(parameter_split(*catalog.network("llama-3-1-8b")).output == 128256.0 * 4096);
  CHECK(parameter_split(*catalog.network("llama-3-2-1b")).output == 0);  // tied
}

TEST_CASE("The size of an input is read where it is one", "[sizing]") {
  Network network;
  network.input = "331x224 RGB";
  CHECK(input_size(network) == ImageSize{331, 224});
  for (const char* text : {"", "30 s of speech, 1500 frames", "331x", "x331", "0x5"}) {
    network.input = text;
    CHECK_FALSE(input_size(network));
  }
}

TEST_CASE("The frames of a video are read where it has some", "[sizing]") {
  Network network;
  network.input = "832x480 RGB, 81 frames";
  CHECK_FALSE(input_frames(network));  // of what makes no video
  network.use = NetworkUse::video;
  CHECK(input_frames(network) == 81);
  for (const char* text : {"", "832x480 RGB", "832x480 RGB, x", "832x480 RGB, 0 frames"}) {
    network.input = text;
    CHECK_FALSE(input_frames(network));
  }
}

TEST_CASE("Only stacks of attention layers are split by layers", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  for (const char* id : {"llama-3-8b", "bert-large", "t5-11b"}) CHECK(splits_by_layers(*catalog.network(id)));
  for (const char* id : {"resnet-50", "gnmt-v2", "stable-diffusion-xl"})
    CHECK_FALSE(splits_by_layers(*catalog.network(id)));
}
