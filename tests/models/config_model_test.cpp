#include "models/config_model.hpp"
#include "models/parameter_count.hpp"

#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
#include "support/catch2.hpp"

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

const std::string k_llama = R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32,
  "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256,
  "max_position_embeddings": 8192, "tie_word_embeddings": false, "torch_dtype": "bfloat16"})";

// The counts are those of the published weights.
TEST_CASE("Parameters counted from a configuration are those of the published weights", "[models]") {
  struct Case {
    const char* name;
    std::string config;
    double millions;
  };
  const Case cases[] = {
      {"Llama 3 8B", k_llama, 8030.261},
      {"Mixtral 8x7B", R"({"model_type": "mixtral", "hidden_size": 4096, "num_hidden_layers": 32,
        "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 32000,
        "max_position_embeddings": 32768, "num_local_experts": 8, "num_experts_per_tok": 2, "sliding_window": null})",
       46702.793},
      {"Qwen2.5 7B", R"({"model_type": "qwen2", "hidden_size": 3584, "num_hidden_layers": 28,
        "num_attention_heads": 28, "num_key_value_heads": 4, "intermediate_size": 18944, "vocab_size": 152064,
        "max_position_embeddings": 32768, "sliding_window": 131072, "use_sliding_window": false,
        "max_window_layers": 28, "tie_word_embeddings": false})",
       7615.617},
      {"Qwen3 30B-A3B", R"({"model_type": "qwen3_moe", "hidden_size": 2048, "num_hidden_layers": 48,
        "num_attention_heads": 32, "num_key_value_heads": 4, "head_dim": 128, "intermediate_size": 6144,
        "moe_intermediate_size": 768, "num_experts": 128, "num_experts_per_tok": 8, "decoder_sparse_step": 1,
        "mlp_only_layers": [], "vocab_size": 151936, "max_position_embeddings": 40960})",
       30532.123},
      {"Gemma 2 9B", R"({"model_type": "gemma2", "hidden_size": 3584, "num_hidden_layers": 42,
        "num_attention_heads": 16, "num_key_value_heads": 8, "head_dim": 256, "intermediate_size": 14336,
        "vocab_size": 256000, "max_position_embeddings": 8192, "sliding_window": 4096})",
       9241.706},
      {"Gemma 3 27B, language model", R"({"model_type": "gemma3", "text_config": {"model_type": "gemma3_text",
        "head_dim": 128, "hidden_size": 5376, "intermediate_size": 21504, "num_attention_heads": 32,
        "num_hidden_layers": 62, "num_key_value_heads": 16, "sliding_window": 1024}, "vision_config": {}})",
       27009.347},
      {"GPT-2", R"({"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12, "n_inner": null,
        "n_positions": 1024, "n_ctx": 1024, "vocab_size": 50257})",
       124.440},
      {"Falcon 7B", R"({"model_type": "falcon", "hidden_size": 4544, "num_hidden_layers": 32,
        "num_attention_heads": 71, "num_kv_heads": 71, "multi_query": true, "new_decoder_architecture": false,
        "parallel_attn": true, "bias": false, "vocab_size": 65024})",
       6921.720},
      {"BERT Base", R"({"model_type": "bert", "hidden_size": 768, "num_hidden_layers": 12,
        "num_attention_heads": 12, "intermediate_size": 3072, "max_position_embeddings": 512, "type_vocab_size": 2,
        "vocab_size": 30522})",
       109.482},
      {"DeepSeek V3", R"({"model_type": "deepseek_v3", "hidden_size": 7168, "num_hidden_layers": 61,
        "num_attention_heads": 128, "num_key_value_heads": 128, "intermediate_size": 18432,
        "moe_intermediate_size": 2048, "n_routed_experts": 256, "num_experts_per_tok": 8, "n_shared_experts": 1,
        "first_k_dense_replace": 3, "moe_layer_freq": 1, "kv_lora_rank": 512, "q_lora_rank": 1536,
        "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "vocab_size": 129280,
        "max_position_embeddings": 163840})",
       671026.404},
      {"gpt-oss-20b", R"({"model_type": "gpt_oss", "hidden_size": 2880, "num_hidden_layers": 24,
        "num_attention_heads": 64, "num_key_value_heads": 8, "head_dim": 64, "intermediate_size": 2880,
        "num_local_experts": 32, "num_experts_per_tok": 4, "vocab_size": 201088, "sliding_window": 128,
        "max_position_embeddings": 131072})",
       20914.757},
      {"T5 Small", R"({"model_type": "t5", "d_model": 512, "d_ff": 2048, "d_kv": 64, "num_layers": 6, "num_heads": 8,
        "n_positions": 512, "relative_attention_num_buckets": 32, "vocab_size": 32128})",
       60.507},
      {"Whisper Tiny", R"({"model_type": "whisper", "d_model": 384, "encoder_layers": 4, "decoder_layers": 4,
        "encoder_attention_heads": 6, "encoder_ffn_dim": 1536, "decoder_ffn_dim": 1536, "num_mel_bins": 80,
        "max_source_positions": 1500, "max_target_positions": 448, "vocab_size": 51865})",
       37.761},
      {"ViT Base", R"({"model_type": "vit", "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12,
        "intermediate_size": 3072, "image_size": 224, "patch_size": 16, "num_channels": 3})",
       85.799},
      {"OPT 6.7B", R"({"model_type": "opt", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
        "ffn_dim": 16384, "max_position_embeddings": 2048, "vocab_size": 50272, "word_embed_proj_dim": 4096})",
       6658.474},
      {"BLOOM 7B1", R"({"model_type": "bloom", "n_embed": 4096, "n_layer": 30, "num_attention_heads": 32,
        "vocab_size": 250880})",
       7069.016},
      {"MPT 7B", R"({"model_type": "mpt", "d_model": 4096, "n_heads": 32, "n_layers": 32, "expansion_ratio": 4,
        "max_seq_len": 2048, "vocab_size": 50432})",
       6649.287},
      {"Phi-2", R"({"model_type": "phi", "hidden_size": 2560, "num_hidden_layers": 32, "num_attention_heads": 32,
        "num_key_value_heads": null, "intermediate_size": 10240, "max_position_embeddings": 2048, "vocab_size": 51200})",
       2779.684},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const ModelFile file = config_model("config.json", c.config);
      CHECK(file.are_parameters_counted);
      CHECK_THAT(file.network.parameters.value(), Catch::Matchers::WithinRel(c.millions, 1e-4));
    }
  }
}

// The counts are the sums of the published tensors, language model alone (data/models.json has their sources).
TEST_CASE("Configurations of the families of 2025 and 2026 are read", "[models]") {
  struct Case {
    const char* name;
    std::string config;
    double millions;
    double cache;   // bytes of keys and values of one token, without windows, by hand
    double states;  // bytes
  };
  const Case cases[] = {
      {"GLM-4.5 Air", R"({"model_type": "glm4_moe", "hidden_size": 4096, "num_hidden_layers": 46,
        "num_attention_heads": 96, "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 10944,
        "moe_intermediate_size": 1408, "n_routed_experts": 128, "n_shared_experts": 1, "num_experts_per_tok": 8,
        "first_k_dense_replace": 1, "num_nextn_predict_layers": 1, "vocab_size": 151552,
        "max_position_embeddings": 131072, "attention_bias": true, "use_qk_norm": false})",
       106852.25, 2.0 * 46 * 8 * 128 * 2, 0},
      {"Qwen3-Next 80B-A3B", R"({"model_type": "qwen3_next", "hidden_size": 2048, "num_hidden_layers": 48,
        "num_attention_heads": 16, "num_key_value_heads": 2, "head_dim": 256, "intermediate_size": 5120,
        "moe_intermediate_size": 512, "shared_expert_intermediate_size": 512, "num_experts": 512,
        "num_experts_per_tok": 10, "decoder_sparse_step": 1, "mlp_only_layers": [], "full_attention_interval": 4,
        "linear_num_key_heads": 16, "linear_num_value_heads": 32, "linear_key_head_dim": 128,
        "linear_value_head_dim": 128, "linear_conv_kernel_dim": 4, "vocab_size": 151936,
        "max_position_embeddings": 262144})",
       79674.39, 2.0 * 12 * 2 * 256 * 2, 36.0 * (32 * 128 * 128 + 3 * (2 * 16 + 32) * 128) * 4},
      {"Qwen3.5 27B, with a part that sees", R"({"model_type": "qwen3_5", "text_config": {"model_type": "qwen3_5_text",
        "hidden_size": 5120, "num_hidden_layers": 64, "num_attention_heads": 24, "num_key_value_heads": 4,
        "head_dim": 256, "intermediate_size": 17408, "full_attention_interval": 4, "linear_num_key_heads": 16,
        "linear_num_value_heads": 48, "linear_key_head_dim": 128, "linear_value_head_dim": 128,
        "linear_conv_kernel_dim": 4, "vocab_size": 248320, "max_position_embeddings": 262144,
        "tie_word_embeddings": false}, "vision_config": {}})",
       26896.0, 2.0 * 16 * 4 * 256 * 2, 48.0 * (48 * 128 * 128 + 3 * (2 * 16 + 48) * 128) * 4},
      {"Kimi K2", R"({"model_type": "kimi_k2", "hidden_size": 7168, "num_hidden_layers": 61,
        "num_attention_heads": 64, "num_key_value_heads": 64, "intermediate_size": 18432,
        "moe_intermediate_size": 2048, "n_routed_experts": 384, "num_experts_per_tok": 8, "n_shared_experts": 1,
        "first_k_dense_replace": 1, "moe_layer_freq": 1, "kv_lora_rank": 512, "q_lora_rank": 1536,
        "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "vocab_size": 163840,
        "max_position_embeddings": 131072})",
       1026470.73, 576.0 * 61 * 2, 0},
      {"DeepSeek V3.2", R"({"model_type": "deepseek_v32", "hidden_size": 7168, "num_hidden_layers": 61,
        "num_attention_heads": 128, "intermediate_size": 18432, "moe_intermediate_size": 2048,
        "n_routed_experts": 256, "num_experts_per_tok": 8, "n_shared_experts": 1, "first_k_dense_replace": 3,
        "kv_lora_rank": 512, "q_lora_rank": 1536, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
        "index_n_heads": 64, "index_head_dim": 128, "index_topk": 2048, "vocab_size": 129280,
        "max_position_embeddings": 163840})",
       671877.94, (576.0 + 128) * 61 * 2, 0},
      {"MiniMax M2", R"({"model_type": "minimax_m2", "hidden_size": 3072, "num_hidden_layers": 62,
        "num_attention_heads": 48, "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 1536,
        "num_local_experts": 256, "num_experts_per_tok": 8, "shared_intermediate_size": 0, "vocab_size": 200064,
        "max_position_embeddings": 196608, "attn_type_list": [1, 1, 1]})",
       228703.64, 2.0 * 62 * 8 * 128 * 2, 0},
      {"Gemma 4 31B", R"({"model_type": "gemma4", "text_config": {"model_type": "gemma4_text", "hidden_size": 5376,
        "num_hidden_layers": 60, "num_attention_heads": 32, "num_key_value_heads": 16, "head_dim": 256,
        "global_head_dim": 512, "num_global_key_value_heads": 4, "attention_k_eq_v": true,
        "intermediate_size": 21504, "sliding_window": 1024, "sliding_window_pattern": 6,
        "hidden_size_per_layer_input": 0, "num_kv_shared_layers": 0, "vocab_size": 262144,
        "max_position_embeddings": 262144}})",
       30697.35, 2.0 * 10 * 4 * 512 * 2 + 2.0 * 50 * 16 * 256 * 2, 0},
      {"Llama 4 Maverick", R"({"model_type": "llama4", "text_config": {"model_type": "llama4_text",
        "hidden_size": 5120, "num_hidden_layers": 48, "num_attention_heads": 40, "num_key_value_heads": 8,
        "head_dim": 128, "intermediate_size": 8192, "intermediate_size_mlp": 16384, "num_local_experts": 128,
        "num_experts_per_tok": 1, "interleave_moe_layer_step": 2, "attention_chunk_size": 8192,
        "vocab_size": 202048, "max_position_embeddings": 1048576, "tie_word_embeddings": false,
        "no_rope_layers": [1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0,
                           1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0]}})",
       400711.8, 2.0 * 48 * 8 * 128 * 2, 0},
      {"Nemotron 3 Nano 30B-A3B", R"({"model_type": "nemotron_h", "hidden_size": 2688, "num_hidden_layers": 52,
        "num_attention_heads": 32, "num_key_value_heads": 2, "head_dim": 128, "intermediate_size": 1856,
        "moe_intermediate_size": 1856, "moe_shared_expert_intermediate_size": 3712, "n_routed_experts": 128,
        "n_shared_experts": 1, "num_experts_per_tok": 6, "mamba_num_heads": 64, "mamba_head_dim": 64,
        "ssm_state_size": 128, "n_groups": 8, "conv_kernel": 4, "vocab_size": 131072,
        "hybrid_override_pattern": "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME",
        "max_position_embeddings": 262144})",
       31577.94, 2.0 * 6 * 2 * 128 * 2, 23.0 * (64 * 128 * 64 + 3 * (64 * 64 + 2 * 8 * 128)) * 4},
      {"Granite 4.0 H Small", R"({"model_type": "granitemoehybrid", "hidden_size": 4096, "num_hidden_layers": 40,
        "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 768,
        "shared_intermediate_size": 1536, "num_local_experts": 72, "num_experts_per_tok": 10, "mamba_n_heads": 128,
        "mamba_d_head": 64, "mamba_d_state": 128, "mamba_n_groups": 1, "mamba_d_conv": 4, "vocab_size": 100352,
        "max_position_embeddings": 131072, "layer_types": [
          "mamba", "mamba", "mamba", "mamba", "mamba", "attention", "mamba", "mamba", "mamba", "mamba",
          "mamba", "mamba", "mamba", "mamba", "mamba", "attention", "mamba", "mamba", "mamba", "mamba",
          "mamba", "mamba", "mamba", "mamba", "mamba", "attention", "mamba", "mamba", "mamba", "mamba",
          "mamba", "mamba", "mamba", "mamba", "mamba", "attention", "mamba", "mamba", "mamba", "mamba"]})",
       32207.34, 2.0 * 4 * 8 * 128 * 2, 36.0 * (128 * 128 * 64 + 3 * (128 * 64 + 2 * 128)) * 4},
      {"LFM2 8B-A1B", R"({"model_type": "lfm2_moe", "hidden_size": 2048, "num_hidden_layers": 24,
        "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 7168,
        "moe_intermediate_size": 1792, "num_experts": 32, "num_experts_per_tok": 4, "num_dense_layers": 2,
        "conv_L_cache": 3, "vocab_size": 65536, "max_position_embeddings": 128000, "layer_types": [
          "conv", "conv", "full_attention", "conv", "conv", "conv", "full_attention", "conv", "conv", "conv",
          "full_attention", "conv", "conv", "conv", "full_attention", "conv", "conv", "conv", "full_attention",
          "conv", "conv", "full_attention", "conv", "conv"]})",
       8339.93, 2.0 * 6 * 8 * 64 * 2, 18.0 * 2 * 2048 * 4},
      {"ERNIE 4.5 21B-A3B", R"({"model_type": "ernie4_5_moe", "hidden_size": 2560, "num_hidden_layers": 28,
        "num_attention_heads": 20, "num_key_value_heads": 4, "intermediate_size": 12288,
        "moe_intermediate_size": 1536, "moe_num_experts": 64, "moe_k": 6, "moe_num_shared_experts": 2,
        "moe_layer_start_index": 1, "moe_layer_interval": 1, "vocab_size": 103424,
        "max_position_embeddings": 131072, "tie_word_embeddings": true})",
       21825.44, 2.0 * 28 * 4 * 128 * 2, 0},
      {"Mistral Small 3.2, language model", R"({"model_type": "mistral3", "text_config": {"model_type": "mistral",
        "hidden_size": 5120, "num_hidden_layers": 40, "num_attention_heads": 32, "num_key_value_heads": 8,
        "head_dim": 128, "intermediate_size": 32768, "vocab_size": 131072, "max_position_embeddings": 131072,
        "sliding_window": null}, "vision_config": {}})",
       23572.4, 2.0 * 40 * 8 * 128 * 2, 0},
  };
  for (const auto& [name, config, millions, cache, states] : cases) {
    DYNAMIC_SECTION(name) {
      const ModelFile file = config_model("config.json", config);
      CHECK_THAT(file.network.parameters.value(), Catch::Matchers::WithinRel(millions, 0.002));
      CHECK(kv_cache_bytes(file.network, 1, KvFormat::bits_16) == cache);
      CHECK(state_bytes(file.network) == states);
      CHECK(file.network.active_parameters.has_value() == file.network.experts.has_value());
    }
  }
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

TEST_CASE("Experts of a family that is not known are counted, and that it is assumed is said", "[models]") {
  // Mixtral 8x7B under another name; the published weights are 46702.79 million.
  const std::string shape = R"("hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
    "num_key_value_heads": 8, "vocab_size": 32000, "max_position_embeddings": 32768)";
  for (const std::string experts :
       {R"("num_local_experts": 8, "num_experts_per_tok": 2, "intermediate_size": 14336)",
        R"("num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 14336, "intermediate_size": 4096)",
        R"("moe_num_experts": 8, "moe_top_k": 2, "moe_intermediate_size": 14336)"}) {
    DYNAMIC_SECTION(experts) {
      std::string config = R"({"model_type": "zork", )";
      config.append(shape).append(", ").append(experts).append("}");
      const ModelFile file = config_model("config.json", config);
      CHECK_THAT(file.network.parameters.value(), Catch::Matchers::WithinRel(46702.793, 1e-4));
      CHECK(file.network.experts == 8);
      CHECK(file.network.active_experts == 2);
      CHECK(file.network.expert_feed_forward == 14336);
      REQUIRE(file.remarks.size() == 1);
      CHECK(file.remarks[0].find("it is assumed to be a plain decoder") != std::string::npos);
    }
  }
}

TEST_CASE("Every second layer can have experts", "[models]") {
  // By hand: 32 layers with (2 + 0.5) h^2 of attention and two norms; 16 with one block of 3 h f, 16 with 16 of them
  // and what chooses among them (16 h); both embeddings and a norm. h = 4096, f = 14336.
  const ModelFile file = config_model("config.json", R"({"model_type": "zork", "hidden_size": 4096,
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

TEST_CASE("A family that is not known is taken as a plain decoder, and that is said", "[models]") {
  std::string config = k_llama;
  config.replace(config.find("llama"), 5, "llamb");
  const ModelFile file = config_model("config.json", config);
  CHECK_THAT(file.network.parameters.value(), Catch::Matchers::WithinRel(8030.261, 0.001));
  REQUIRE(file.remarks.size() == 1);
  CHECK(file.remarks[0].starts_with(R"(The family "llamb" is not known, did you mean "llama"?)"));
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
      {R"("quant_method": "gptq", "bits": 3)", ""},
      {R"("quant_method": "bitsandbytes", "load_in_4bit": true)", "nf4"},
      {R"("quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_use_double_quant": true)", "nf4-dq"},
      {R"("quant_method": "bitsandbytes", "load_in_8bit": true)", "int8"},
      {R"("quant_method": "fp8")", "fp8"},
      {R"("quant_method": "mxfp4")", "mxfp4-bf16"},
      {R"("quant_method": "something new")", ""},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.members) {
      const ModelFile file =
          config_model("c.json", small(std::string(R"("quantization_config": {)") + c.members + "}"));
      CHECK((file.weights ? file.weights->id : std::string_view()) == c.format);
      CHECK(file.remarks.size() == (file.weights ? 0 : 1));
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
  CHECK(problem_of(R"({"model_type": "lama"})").starts_with(R"(config.json:1: expected "num_hidden_layers")"));
  CHECK(problem_of(R"({"model_type": 1})").starts_with(begin));
  CHECK(problem_of(small(R"("head_dim": 1e999)")).starts_with("config.json:2: not valid JSON"));
  CHECK(problem_of(small(R"("head_dim": NaN)")).starts_with("config.json:2: not valid JSON"));
}

}  // namespace
}  // namespace gpuadvisor
