// Parameters by family: what a configuration leaves unsaid is the same for all models of a family.

#include "models/config_model.hpp"
#include "models/parameter_count.hpp"

#include "gpuadvisor/sizing/network_shape.hpp"
#include "support/catch2.hpp"
#include "test_config.hpp"

namespace gpuadvisor {
namespace {

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

}  // namespace
}  // namespace gpuadvisor
