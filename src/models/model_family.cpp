#include "model_family.hpp"

#include <algorithm>

namespace gpuadvisor {
namespace {

constexpr NetworkKind k_encoder = NetworkKind::encoder;
constexpr NetworkKind k_both = NetworkKind::encoder_decoder;
constexpr LearnedPositions k_for_all = LearnedPositions::all;
constexpr LearnedPositions k_two_more = LearnedPositions::two_more;

/// As the first Transformers: blocks without gates, and a bias beside every matrix and norm.
constexpr ModelFamily plain(ModelFamily family) {
  family.is_gated = false;
  family.has_query_bias = family.has_output_bias = family.has_feed_forward_bias = family.has_norm_bias = true;
  return family;
}

constexpr auto k_families = std::to_array<ModelFamily>({
    {.name = "afmoe", .norms = 4, .has_head_norms = true, .attention_gate = AttentionGate::value},
    plain({.name = "albert", .kind = k_encoder, .is_tied = true, .positions = k_for_all, .shares_layers = true}),
    {.name = "apertus", .is_gated = false, .has_head_norms = true},
    {.name = "arcee", .is_gated = false},
    {.name = "baichuan"},
    {.name = "bailing_moe", .gguf = "bailingmoe"},
    {.name = "bailing_moe_v2", .gguf = "bailingmoe2", .has_head_norms = true},
    plain({.name = "bart", .kind = k_both, .is_tied = true, .positions = k_two_more, .has_two_positions = true}),
    plain({.name = "bert", .kind = k_encoder, .is_tied = true, .positions = k_for_all}),
    {.name = "bitnet", .is_tied = true, .norms = 2},
    plain({.name = "blenderbot", .kind = k_both, .is_tied = true, .positions = k_for_all, .has_two_positions = true}),
    plain({.name = "bloom", .is_tied = true, .widening = 4}),
    plain({.name = "camembert", .gguf = "bert", .kind = k_encoder, .is_tied = true, .positions = k_for_all}),
    {.name = "chatglm", .has_query_bias = true},
    plain({.name = "clip_text_model", .gguf = "clip", .kind = k_encoder, .is_tied = true, .positions = k_for_all}),
    plain({.name = "clip_vision_model", .gguf = "clip", .kind = k_encoder, .is_tied = true}),
    {.name = "codegen",
     .is_gated = false,
     .has_feed_forward_bias = true,
     .has_norm_bias = true,
     .norms = 1,
     .widening = 4},
    {.name = "cohere", .gguf = "command-r", .is_tied = true, .norms = 1},
    {.name = "cohere2", .is_tied = true, .norms = 1, .window_period = 4},
    {.name = "dbrx", .norms = 2},
    plain({.name = "deberta", .gguf = "bert", .kind = k_encoder, .is_tied = true}),
    plain({.name = "deberta-v2", .gguf = "bert", .kind = k_encoder, .is_tied = true}),
    {.name = "deepseek"},
    {.name = "deepseek_v2", .gguf = "deepseek2"},
    {.name = "deepseek_v3", .gguf = "deepseek2"},
    {.name = "deepseek_v32", .gguf = "deepseek2"},
    plain({.name = "deit", .gguf = "clip", .kind = k_encoder, .is_tied = true}),
    plain({.name = "dinov2", .gguf = "clip", .kind = k_encoder, .is_tied = true, .widening = 4}),
    plain({.name = "distilbert", .gguf = "bert", .kind = k_encoder, .is_tied = true, .positions = k_for_all}),
    {.name = "dots1", .has_head_norms = true},
    plain({.name = "electra", .gguf = "bert", .kind = k_encoder, .is_tied = true, .positions = k_for_all}),
    {.name = "ernie4_5", .gguf = "ernie4_5", .is_tied = true},
    {.name = "ernie4_5_moe", .gguf = "ernie4_5-moe", .is_tied = true},
    {.name = "exaone"},
    {.name = "exaone4", .has_head_norms = true},
    {.name = "falcon", .is_gated = false, .is_tied = true, .has_norm_bias = true, .norms = 1, .widening = 4},
    {.name = "falcon_mamba", .gguf = "mamba", .norms = 1, .is_state_space = true},
    {.name = "gemma", .is_tied = true},
    {.name = "gemma2", .is_tied = true, .norms = 4, .window_period = 2},
    {.name = "gemma3",
     .is_tied = true,
     .norms = 4,
     .has_head_norms = true,
     .window_period = 6,
     .heads = 8,
     .kv_heads = 4,
     .head_dim = 256,
     .vocabulary = 262208,
     .context = 131072},
    {.name = "gemma3n", .is_tied = true, .norms = 4, .has_head_norms = true, .window_period = 5},
    {.name = "gemma4", .is_tied = true, .norms = 4, .has_head_norms = true, .has_block_beside_experts = true},
    {.name = "glm4", .has_query_bias = true, .norms = 4},
    {.name = "glm4_moe", .gguf = "glm4moe", .has_query_bias = true},
    {.name = "glm4_moe_lite", .gguf = "deepseek2"},
    {.name = "glm_moe_dsa", .gguf = "glm-dsa"},
    plain({.name = "gpt2", .is_tied = true, .positions = k_for_all, .widening = 4}),
    plain({.name = "gpt_bigcode", .gguf = "starcoder", .is_tied = true, .positions = k_for_all, .widening = 4}),
    {.name = "gpt_neo",
     .is_gated = false,
     .is_tied = true,
     .has_output_bias = true,
     .has_feed_forward_bias = true,
     .has_norm_bias = true,
     .positions = LearnedPositions::all,
     .window_period = 2,
     .widening = 4},
    plain({.name = "gpt_neox", .gguf = "gptneox"}),
    {.name = "gpt_oss",
     .gguf = "gpt-oss",
     .has_query_bias = true,
     .has_output_bias = true,
     .has_feed_forward_bias = true,
     .window_period = 2,
     .has_experts_only = true},
    {.name = "gptj",
     .is_gated = false,
     .has_feed_forward_bias = true,
     .has_norm_bias = true,
     .norms = 1,
     .widening = 4},
    {.name = "granite"},
    {.name = "granitemoe", .has_experts_only = true},
    {.name = "granitemoehybrid", .gguf = "granitehybrid", .is_tied = true, .has_experts_only = true},
    {.name = "granitemoeshared", .gguf = "granitemoe", .has_experts_only = true},
    {.name = "hunyuan_v1_dense", .gguf = "hunyuan-dense", .is_tied = true, .has_head_norms = true},
    {.name = "hunyuan_v1_moe", .gguf = "hunyuan-moe", .is_tied = true, .has_head_norms = true},
    {.name = "internlm", .has_query_bias = true},
    {.name = "internlm2"},
    {.name = "kimi_k2", .gguf = "deepseek2"},
    {.name = "kimi_linear", .gguf = "kimi-linear"},
    {.name = "lfm2", .is_tied = true, .has_head_norms = true, .narrows_block = true},
    {.name = "lfm2_moe", .gguf = "lfm2moe", .is_tied = true, .has_head_norms = true},
    {.name = "llama"},
    {.name = "llama4", .shared_experts = 1},
    {.name = "longcat_flash"},
    plain({.name = "m2m_100", .kind = k_both, .is_tied = true}),
    {.name = "mamba", .is_tied = true, .norms = 1, .is_state_space = true},
    plain({.name = "marian", .kind = k_both, .is_tied = true}),
    plain({.name = "mbart", .kind = k_both, .is_tied = true, .positions = k_two_more, .has_two_positions = true}),
    {.name = "mimo", .has_query_bias = true},
    {.name = "mimo_v2_flash", .gguf = "mimo2"},
    {.name = "minicpm", .is_tied = true},
    {.name = "minimax", .has_experts_only = true},
    {.name = "minimax_m1", .has_experts_only = true},
    {.name = "minimax_m2", .gguf = "minimax-m2", .has_head_norms = true, .has_experts_only = true},
    {.name = "ministral3", .gguf = "mistral3"},
    {.name = "mistral", .gguf = "llama"},
    {.name = "mistral4", .gguf = "deepseek2"},
    {.name = "mixtral", .gguf = "llama", .has_experts_only = true},
    {.name = "modernbert", .gguf = "modern-bert", .kind = NetworkKind::encoder, .is_tied = true},
    plain({.name = "mpnet", .gguf = "bert", .kind = k_encoder, .is_tied = true, .positions = k_for_all}),
    {.name = "mpt", .is_gated = false, .is_tied = true, .widening = 4},
    {.name = "mt5", .gguf = "t5", .kind = NetworkKind::encoder_decoder, .is_gated = false, .is_tied = true},
    {.name = "nemotron", .is_gated = false, .has_norm_bias = true},
    {.name = "nemotron-nas", .gguf = "deci"},
    {.name = "nemotron_h", .is_gated = false, .norms = 1},
    {.name = "nomic_bert", .gguf = "nomic-bert", .kind = NetworkKind::encoder, .is_tied = true, .has_norm_bias = true},
    {.name = "olmo", .norms = 0},
    {.name = "olmo2", .has_head_norms = true},
    {.name = "olmo3", .gguf = "olmo2", .has_head_norms = true, .window_period = 4},
    {.name = "olmoe", .has_head_norms = true, .has_experts_only = true},
    plain({.name = "opt", .is_tied = true, .positions = k_two_more}),
    plain({.name = "pegasus", .kind = k_both, .is_tied = true}),
    plain({.name = "persimmon"}),
    plain({.name = "phi", .gguf = "phi2", .norms = 1}),
    {.name = "phi3"},
    {.name = "phi3small",
     .is_tied = true,
     .has_query_bias = true,
     .has_output_bias = true,
     .has_feed_forward_bias = true,
     .has_norm_bias = true},
    {.name = "phimoe",
     .has_query_bias = true,
     .has_output_bias = true,
     .has_norm_bias = true,
     .has_experts_only = true},
    {.name = "qwen", .has_query_bias = true, .halves_block = true},
    {.name = "qwen2", .has_query_bias = true},
    {.name = "qwen2_5_vl", .gguf = "qwen2vl", .has_query_bias = true},
    {.name = "qwen2_moe", .gguf = "qwen2moe", .has_query_bias = true},
    {.name = "qwen2_vl", .gguf = "qwen2vl", .has_query_bias = true},
    {.name = "qwen3", .has_head_norms = true},
    {.name = "qwen3_5", .gguf = "qwen35", .has_head_norms = true, .attention_gate = AttentionGate::value},
    {.name = "qwen3_5_moe", .gguf = "qwen35moe", .has_head_norms = true, .attention_gate = AttentionGate::value},
    {.name = "qwen3_moe", .gguf = "qwen3moe", .has_head_norms = true},
    {.name = "qwen3_next", .gguf = "qwen3next", .has_head_norms = true, .attention_gate = AttentionGate::value},
    {.name = "qwen3_vl", .gguf = "qwen3vl", .has_head_norms = true},
    {.name = "qwen3_vl_moe", .gguf = "qwen3vlmoe", .has_head_norms = true},
    plain({.name = "roberta", .kind = k_encoder, .is_tied = true, .positions = k_for_all}),
    {.name = "seed_oss", .has_query_bias = true},
    {.name = "smollm3", .is_tied = true},
    {.name = "solar_open", .gguf = "glm4moe"},
    {.name = "stablelm", .has_norm_bias = true},
    plain({.name = "starcoder2", .is_tied = true}),
    {.name = "t5", .kind = NetworkKind::encoder_decoder, .is_gated = false, .is_tied = true},
    {.name = "umt5", .gguf = "t5", .kind = NetworkKind::encoder_decoder, .is_gated = false, .is_tied = true},
    plain({.name = "vit", .kind = k_encoder, .is_tied = true}),
    plain({.name = "whisper", .kind = k_both, .is_tied = true}),
    plain({.name = "xlm-roberta", .gguf = "bert", .kind = k_encoder, .is_tied = true, .positions = k_for_all}),
    {.name = "xverse"},
});

}  // namespace

std::span<const ModelFamily> model_families() { return k_families; }

const ModelFamily* model_family(std::string_view model_type) {
  constexpr std::string_view k_of_text = "_text";  // the language model of a network that also sees
  const auto* at = std::find_if(k_families.begin(), k_families.end(),
                                [&](const ModelFamily& family) { return family.name == model_type; });
  if (at != k_families.end()) return at;
  return model_type.ends_with(k_of_text) ? model_family(model_type.substr(0, model_type.size() - k_of_text.size()))
                                         : nullptr;
}

const ModelFamily* gguf_family(std::string_view architecture) {
  const auto* at = std::find_if(k_families.begin(), k_families.end(), [&](const ModelFamily& family) {
    return (family.gguf.empty() ? family.name : family.gguf) == architecture;
  });
  return at == k_families.end() ? nullptr : at;
}

}  // namespace gpuadvisor
