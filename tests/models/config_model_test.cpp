#include "models/config_model.hpp"
#include "models/parameter_count.hpp"

#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
#include "support/catch2.hpp"
#include "test_config.hpp"

namespace gpuadvisor {
namespace {

std::string problem_of(const std::string& config) {
  try {
    (void)config_model("config.json", config);
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

// What 16 layers of the 1.2B are made of by hand, in millions: 10 convolutions 4 h^2 + 3 h, 6 of attention
// (2 + 0.5) h^2 + 128, 16 blocks 3 h f, 33 norms and the embedding 65536 h, with h = 2048. Its tensors sum to 1170.34.
TEST_CASE("The inner width of LFM2 is two thirds of what is stated, unless its configuration says otherwise",
          "[models]") {
  const std::string shape = R"("hidden_size": 2048, "num_hidden_layers": 16, "num_attention_heads": 32,
    "num_key_value_heads": 8, "conv_L_cache": 3, "full_attn_idxs": [2, 5, 8, 10, 12, 14], "vocab_size": 65536,
    "max_position_embeddings": 128000)";
  struct Case {
    const char* name;
    const char* type;
    const char* block;
    int width;
  };
  const Case cases[] = {
      {"as published", "lfm2",
       R"("block_auto_adjust_ff_dim": true, "block_ff_dim": 12288, "block_multiple_of": 256,
          "block_ffn_dim_multiplier": 1.0, "intermediate_size": 12288)",
       8192},
      {"without a width of another name", "lfm2", R"("block_ff_dim": 12288, "block_auto_adjust_ff_dim": true)", 8192},
      {"not stated: its code narrows", "lfm2", R"("intermediate_size": 12288)", 8192},
      {"as it is", "lfm2", R"("block_auto_adjust_ff_dim": false, "block_ff_dim": 8192)", 8192},
      {"rounded up: 2 / 3 * 6656 is 4437", "lfm2", R"("block_ff_dim": 6656, "block_auto_adjust_ff_dim": true)", 4608},
      {"times a factor: 1.5 * 4437 is 6655", "lfm2",
       R"("block_ff_dim": 6656, "block_auto_adjust_ff_dim": true, "block_ffn_dim_multiplier": 1.5,
          "block_multiple_of": 512)",
       6656},
      {"of a family that is not known", "zork", R"("block_ff_dim": 12288, "block_auto_adjust_ff_dim": true)", 8192},
      {"of experts, never", "lfm2_moe", R"("intermediate_size": 8192)", 8192},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const std::string config = std::string(R"({"model_type": ")") + c.type + R"(", )" + shape + ", " + c.block + "}";
      const ModelFile file = config_model("config.json", config);
      CHECK(file.network.feed_forward == c.width);
      if (c.width == 8192 && std::string_view(c.type) != "zork") {
        CHECK_THAT(file.network.parameters.value(), Catch::Matchers::WithinRel(1170.34, 1e-4));
      }
    }
  }
}

TEST_CASE("Experts are counted by whatever names a configuration has for them", "[models]") {
  // Mixtral 8x7B under another name; the published weights are 46702.79 million.
  const std::string shape = R"("hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
    "num_key_value_heads": 8, "vocab_size": 32000, "max_position_embeddings": 32768)";
  for (const std::string experts :
       {R"("num_local_experts": 8, "num_experts_per_tok": 2, "intermediate_size": 14336)",
        R"("num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 14336, "intermediate_size": 4096)",
        R"("moe_num_experts": 8, "moe_top_k": 2, "moe_intermediate_size": 14336)"}) {
    DYNAMIC_SECTION(experts) {
      std::string config = R"({"model_type": "llama", )";
      config.append(shape).append(", ").append(experts).append("}");
      const ModelFile file = config_model("config.json", config);
      CHECK_THAT(file.network.parameters.value(), Catch::Matchers::WithinRel(46702.793, 1e-4));
      CHECK(file.network.experts == 8);
      CHECK(file.network.active_experts == 2);
      CHECK(file.network.expert_feed_forward == 14336);
    }
  }
}

TEST_CASE("Every second layer can have experts", "[models]") {
  // By hand: 32 layers with (2 + 0.5) h^2 of attention and two norms; 16 with one block of 3 h f, 16 with 16 of them
  // and what chooses among them (16 h); both embeddings and a norm. h = 4096, f = 14336.
  const ModelFile file = config_model("config.json", R"({"model_type": "llama", "hidden_size": 4096,
    "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336,
    "num_experts": 16, "num_experts_per_tok": 2, "expert_layer_period": 2, "vocab_size": 65536})");
  const double h = 4096;
  const double block = 3 * h * 14336;
  const double count = 32 * (2.5 * h * h + 2 * h) + 16 * block + 16 * (16 * block + 16 * h) + 2 * 65536 * h + h;
  CHECK(file.network.dense_layers == 16);
  CHECK_THAT(file.network.parameters.value(), Catch::Matchers::WithinRel(count / 1e6, 1e-6));
}

TEST_CASE("A block with squared ReLU has no gates", "[models]") {
  // AFM 4.5B, by hand: 36 layers of 2 * 2560^2 + 2 * 2560 * 512 + 2 * 2560 * 18432 + 2 * 2560, two embeddings of
  // 128,004 words and a norm.
  const ModelFile file = config_model("config.json", R"({"model_type": "arcee", "hidden_size": 2560,
    "num_hidden_layers": 36, "num_attention_heads": 20, "num_key_value_heads": 4, "head_dim": 128,
    "intermediate_size": 18432, "hidden_act": "relu2", "vocab_size": 128004, "max_position_embeddings": 65536})");
  CHECK_FALSE(file.network.gated_feed_forward);
  CHECK_THAT(file.network.parameters.value(), Catch::Matchers::WithinRel(4619.185, 1e-6));
}

TEST_CASE("Windows can be told by a letter for each layer", "[models]") {
  const std::string shape = R"({"model_type": "exaone4", "hidden_size": 5120, "num_hidden_layers": 64,
    "num_attention_heads": 40, "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 27392,
    "vocab_size": 102400, "max_position_embeddings": 131072, "sliding_window": 4096, "sliding_window_pattern": )";
  const Network three = config_model("config.json", shape + R"("LLLG"})").network;
  CHECK(three.window == 4096);
  CHECK(three.windowed_layers == 48);                                                       // three of four of 64
  CHECK_THAT(three.parameters.value(), Catch::Matchers::WithinRel(32003.22, 1e-4));         // as published
  CHECK(config_model("config.json", shape + R"("GLLLL"})").network.windowed_layers == 51);  // 12 * 4 + 3
  CHECK_FALSE(config_model("config.json", shape + R"("G"})").network.window.has_value());
  CHECK(problem_of(shape + R"("LXG"})").find("L with a window, G without") != std::string::npos);
  CHECK(problem_of(shape + R"(""})").find("L with a window, G without") != std::string::npos);
}

TEST_CASE("A list of kinds of layers that is too short is refused", "[models]") {
  const std::string config = k_llama.substr(0, k_llama.size() - 1) + R"(, "layer_types": ["full_attention"]})";
  CHECK(problem_of(config).find("/layer_types: expected one entry for each of the 32 layers, found 1") !=
        std::string::npos);
}

TEST_CASE("A family that is not known is not counted as another", "[models]") {
  std::string config = k_llama;
  config.replace(config.find("llama"), 5, "llamb");
  const ModelFile file = config_model("config.json", config);
  CHECK(file.unknown_family == "llamb");
  CHECK_FALSE(file.has_parameters);
  CHECK(file.network.layers == 32);  // what it says of its shape is read, to recognise it by
  CHECK_THROWS_WITH(refuse_unknown_family(file),
                    Catch::Matchers::StartsWith("config.json: /model_type: expected a family of models that is known, "
                                                "found \"llamb\", did you mean \"llama\"?"));
}

TEST_CASE("A pattern of more layers than there are is refused", "[models]") {
  const std::string config = R"({"model_type": "nemotron_h", "hidden_size": 64, "num_hidden_layers": 2,
    "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 100, "hybrid_override_pattern": "MMM*",
    "mamba_num_heads": 4, "mamba_head_dim": 16, "ssm_state_size": 8, "n_groups": 1, "conv_kernel": 4})";
  CHECK(problem_of(config).find("expected kinds of no more than the 2 layers, found 3") != std::string::npos);
}

TEST_CASE("Heads narrower than the part that carries the position have no count of parameters", "[models]") {
  Network network;
  network.layers = 2;
  network.hidden = 64;
  network.heads = 4;  // 16 wide each
  network.feed_forward = 128;
  network.kv_latent = 96;
  network.rope_dim = 16;
  CHECK(counted_parameters(network, *model_family("deepseek_v2")).has_value());
  network.rope_dim = 17;
  CHECK_FALSE(counted_parameters(network, *model_family("deepseek_v2")).has_value());
}

TEST_CASE("A configuration tells the shape", "[models]") {
  const ModelFile file = config_model("some/config.json", k_llama);
  const Network& network = file.network;
  CHECK(network.name == "some/config.json (llama)");
  CHECK(network.kind == NetworkKind::decoder);
  CHECK(network.layers == 32);
  CHECK(network.hidden == 4096);
  CHECK(network.heads == 32);
  CHECK(network.kv_heads == 8);
  CHECK_FALSE(network.head_dim);
  CHECK(network.feed_forward == 14336);
  CHECK(network.gated_feed_forward);
  CHECK(network.vocabulary == 128256);
  CHECK_FALSE(network.tied_embeddings);
  CHECK(network.context == 8192);
  CHECK_FALSE(network.window);
  CHECK_FALSE(file.weights);
  CHECK(file.remarks.empty());
}

/// A small decoder with these members besides.
std::string small(const std::string& members) {
  return R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 12, "num_attention_heads": 4,
"intermediate_size": 128, "vocab_size": 100, "max_position_embeddings": 4096)" +
         std::string(members.empty() ? "" : ", ") + members + "}";
}

TEST_CASE("A window is read as the family uses it", "[models]") {
  struct Case {
    const char* name;
    std::string members;
    std::optional<int> window;
    std::optional<int> layers;
  };
  const Case cases[] = {
      {"of all layers", R"("sliding_window": 1024)", 1024, std::nullopt},
      {"none", R"("sliding_window": null)", std::nullopt, std::nullopt},
      {"as long as the context", R"("sliding_window": 4096)", std::nullopt, std::nullopt},
      {"not used", R"("sliding_window": 1024, "use_sliding_window": false)", std::nullopt, std::nullopt},
      {"by a list",
       R"("sliding_window": 8, "layer_types": ["sliding_attention", "full_attention", "sliding_attention",
          "full_attention", "full_attention", "full_attention", "full_attention", "full_attention", "full_attention",
          "full_attention", "full_attention", "full_attention"])",
       8, 2},
      {"by a pattern", R"("sliding_window": 8, "sliding_window_pattern": 6)", 8, 10},
      {"after the first layers", R"("sliding_window": 8, "use_sliding_window": true, "max_window_layers": 9)", 8, 3},
      {"after all layers", R"("sliding_window": 8, "use_sliding_window": true, "max_window_layers": 12)", std::nullopt,
       std::nullopt},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const Network network = config_model("c.json", small(c.members)).network;
      CHECK(network.window == c.window);
      CHECK(network.windowed_layers == c.layers);
    }
  }
}

TEST_CASE("A quantisation that a configuration names is the weights' format", "[models]") {
  struct Case {
    const char* members;
    const char* format;  // empty: none that is known
  };
  const Case cases[] = {
      {R"("quant_method": "gptq", "bits": 4)", "gptq"},
      {R"("quant_method": "awq", "bits": 4, "group_size": 128)", "awq"},
      {R"("quant_method": "gptq", "bits": 8)", "int8"},
      {R"("quant_method": "gptq", "bits": 3)", "int3-g128"},
      {R"("quant_method": "hqq", "quant_config": {"weight_quant_params": {"nbits": 4, "group_size": 64}})", "int4-g64"},
      {R"("quant_method": "exl3", "bits": 4.0, "head_bits": 6)", "exl-4.0"},
      {R"("quant_method": "modelopt", "quant_algo": "NVFP4")", "nvfp4"},
      {R"("quant_method": "torchao", "quant_type": {"default": {"_type": "Float8WeightOnlyConfig"}})", "fp8"},
      {R"("quant_method": "fbgemm_fp8")", "fp8"},
      {R"("bits": 6, "group_size": 64)", "mlx-6bit"},
      {R"("quant_method": "bitsandbytes", "load_in_4bit": true)", "nf4"},
      {R"("quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_use_double_quant": true)", "nf4-dq"},
      {R"("quant_method": "bitsandbytes", "load_in_8bit": true)", "int8"},
      {R"("quant_method": "fp8")", "fp8"},
      {R"("quant_method": "something new")", "fp16"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.members) {
      const ModelFile file =
          config_model("c.json", small(std::string(R"("quantization_config": {)") + c.members + "}"));
      REQUIRE(file.weights);
      CHECK(file.weights->id == c.format);
      CHECK(file.remarks.size() == (file.weights->bits < 16 ? 0 : 1));
    }
  }
}

TEST_CASE("A configuration that cannot be used is refused with the place", "[models]") {
  const std::string_view begin = "config.json:1: ";
  struct Case {
    const char* name;
    std::string config;
    std::string problem;
  };
  const Case cases[] = {
      {"no object", "[1]", "config.json:1: expected an object, found an array"},
      {"no type", "{}", R"(config.json:1: expected "model_type", found none)"},
      {"no number", small(R"("head_dim": "64")"),
       R"(config.json:2: /head_dim: expected a number from 1 to 10000, found "64")"},
      {"a negative number", small(R"("num_key_value_heads": -4)"),
       "config.json:2: /num_key_value_heads: expected a number from 1 to 100000, found -4"},
      {"not whole", small(R"("num_key_value_heads": 1.5)"),
       "config.json:2: /num_key_value_heads: expected a whole number, found 1.5"},
      {"heads that do not divide", small(R"("num_key_value_heads": 3)"),
       "config.json:1: expected heads of keys that divide the 4 heads, found 3"},
      {"experts that nobody uses", small(R"("num_local_experts": 4)"),
       R"(config.json:1: expected "num_experts_per_tok", "experts_per_token", "num_experts_per_token", "moe_k", "moe_topk", )"
       R"("moe_top_k", "top_k_experts" or "num_activated_experts", found none)"},
      {"more than all experts", small(R"("num_local_experts": 4, "num_experts_per_tok": 5)"),
       "config.json:2: /num_experts_per_tok: expected a number from 1 to 4, found 5"},
      {"no inner width", R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2,
"num_attention_heads": 4, "vocab_size": 100})",
       R"(config.json:1: expected the inner width of the feed-forward block ("intermediate_size"), found none)"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) { CHECK(problem_of(c.config) == c.problem); }
  }
  CHECK(problem_of(R"({"model_type": "llama"})").starts_with(R"(config.json:1: expected "num_hidden_layers")"));
  CHECK(config_model("config.json", R"({"model_type": "lama", "head_dim": "64"})").unknown_family == "lama");
  CHECK(problem_of(R"({"model_type": 1})").starts_with(begin));
  CHECK(problem_of(small(R"("head_dim": 1e999)")).starts_with("config.json:2: not valid JSON"));
}

}  // namespace
}  // namespace gpuadvisor
