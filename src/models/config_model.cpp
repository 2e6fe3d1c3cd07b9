#include "config_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "config_fields.hpp"
#include "config_layers.hpp"
#include "config_quantisation.hpp"
#include "core/text.hpp"
#include "formats/json_limits.hpp"
#include "model_family.hpp"
#include "parameter_count.hpp"
#include "safetensors_model.hpp"
#include "shape_limits.hpp"

namespace gpuadvisor {
namespace {

/// Python writes numbers that JSON has not, and reads them again: none that is read here can be infinite, so that they
/// are as good as absent. Tools of Windows write UTF-16.
std::string as_json(std::string_view text) {
  const std::string utf8 = utf8_text(text);
  std::string json;
  json.reserve(utf8.size());
  bool is_text = false;
  for (std::string_view rest = utf8; !rest.empty();) {
    std::size_t taken = is_text && rest.front() == '\\' ? std::min<std::size_t>(2, rest.size()) : 1;
    bool is_number = false;
    for (const std::string_view word : {"-Infinity", "Infinity", "NaN"}) {
      if (is_text || !rest.starts_with(word)) continue;
      is_number = true;
      taken = word.size();
    }
    if (rest.front() == '"') is_text = !is_text;
    json += is_number ? std::string_view("null") : rest.substr(0, taken);
    rest.remove_prefix(taken);
  }
  return json;
}

/// Reads one configuration.
class ConfigReader {
 public:
  ConfigReader(ConfigFields& fields, const ModelFamily& family, ModelFile& file)
      : m_fields(fields), m_family(family), m_file(file), m_network(file.network) {}

  void read() {
    m_network.kind = m_family.kind;
    m_network.gated_feed_forward = m_family.is_gated;
    m_network.tied_embeddings = m_fields.boolean({"tie_embedding", "tie_word_embeddings"}).value_or(m_family.is_tied);
    read_layers();
    read_heads();
    read_latent();
    read_block();
    read_experts();
    read_tokens();
    read_layer_kinds(m_fields, m_family, m_file);
    read_samples();
    read_own_ways();
    if (m_defaults.empty()) return;
    m_file.remarks.push_back(
        fmt::format("Not stated, and taken as the code of {} has it: {}.", m_family.name, enumeration(m_defaults)));
  }

  /// Parameters of what a shape does not hold: the rest of the input, what closes an encoder.
  [[nodiscard]] double others() {
    const double width = m_network.hidden.value_or(0);
    double sum = 0;
    if (const auto types = m_fields.integer({"type_vocab_size"}, 0, ShapeLimits::k_width)) {
      sum += *types * width + width * (width + 1);  // kinds of segments, and the pooler of BERT
    }
    if (m_network.kind == NetworkKind::encoder_decoder && m_family.name.ends_with("t5")) {
      sum += 2.0 * m_network.heads.value_or(0) *
             m_fields.integer({"relative_attention_num_buckets"}, 0, ShapeLimits::k_width).value_or(0);
    }
    if (const auto bins = m_fields.integer({"num_mel_bins"}, 1, ShapeLimits::k_width)) {
      constexpr double k_taps = 3;
      const double without_key_bias = m_network.layers.value_or(0) + 2.0 * m_network.decoder_layers.value_or(0);
      const double frames = m_fields.integer({"max_source_positions"}, 1, ShapeLimits::k_tokens).value_or(0);
      sum += k_taps * width * (*bins + width) + 2 * width + (frames - without_key_bias) * width;
    }
    if (const auto patch = m_fields.integer({"patch_size"}, 1, ShapeLimits::k_width)) {
      const double channels = m_fields.integer({"num_channels"}, 1, ShapeLimits::k_width).value_or(3);
      sum += channels * *patch * *patch * width + 2 * width;  // patches with their bias, and the class token
    }
    const double narrow =
        m_fields.integer({"word_embed_proj_dim", "embedding_size"}, 1, ShapeLimits::k_width).value_or(0);
    if (narrow > 0 && narrow != width) {  // and back to it, where there is an output
      const int ways = m_network.kind == NetworkKind::encoder ? 1 : 2;
      double rows = m_network.vocabulary.value_or(0);
      if (m_fields.present({"embedding_size"})) {  // positions and segments are as narrow
        rows += m_network.positions.value_or(0) +
                m_fields.integer({"type_vocab_size"}, 0, ShapeLimits::k_width).value_or(0);
      }
      sum += ways * narrow * width - rows * (width - narrow);
    }
    return sum + m_others;
  }

 private:
  void read_layers() {
    if (m_family.kind == NetworkKind::encoder_decoder) {
      m_network.layers = m_fields.required({"encoder_layers", "num_layers"}, 1, ShapeLimits::k_layers);
      m_network.decoder_layers = m_fields.integer({"decoder_layers", "num_decoder_layers"}, 1, ShapeLimits::k_layers);
      if (!m_network.decoder_layers) m_network.decoder_layers = m_network.layers;
    } else {
      m_network.layers =
          m_fields.required({"num_hidden_layers", "n_layer", "n_layers", "num_layers"}, 1, ShapeLimits::k_layers);
    }
    m_network.hidden =
        m_fields.required({"hidden_size", "n_embd", "d_model", "n_embed", "dim"}, 1, ShapeLimits::k_width);
  }

  /// What a configuration says, or else the family's code.
  std::optional<int> read_or(ConfigFields::Names names, double high, std::optional<int> otherwise) {
    if (m_fields.present(names) || !otherwise) return m_fields.integer(names, 1, high);
    m_defaults.push_back(fmt::format("{} {}", *names.begin(), *otherwise));
    return otherwise;
  }

  void read_heads() {
    if (m_family.is_state_space) {
      m_network.heads = 1;  // none: a width that matrices have is all that is asked of it
      return;
    }
    m_network.heads = read_or({"num_attention_heads", "n_head", "n_heads", "num_heads", "encoder_attention_heads"},
                              ShapeLimits::k_heads, m_family.heads);
    if (!m_network.heads) (void)m_fields.required({"num_attention_heads"}, 1, ShapeLimits::k_heads);
    m_network.head_dim = read_or({"head_dim", "d_kv", "kv_channels", "attention_head_dim"}, ShapeLimits::k_head_width,
                                 m_family.head_dim);
    m_network.kv_heads = read_or({"num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num"},
                                 ShapeLimits::k_heads, m_family.kv_heads);
    if (auto attention = m_fields.object("attn_config")) {
      if (!m_network.kv_heads) m_network.kv_heads = attention->integer({"kv_n_heads"}, 1, ShapeLimits::k_heads);
    }
    // One head of keys and values for all, whatever their number is said to be.
    const bool is_new = m_fields.boolean({"new_decoder_architecture"}).value_or(false);
    if (m_fields.boolean({"multi_query"}).value_or(false) && !is_new) m_network.kv_heads = 1;
    const auto& heads = m_network.heads;
    if (heads && m_network.kv_heads && *heads % *m_network.kv_heads != 0) {
      m_fields.reader().problems().add(
          m_fields.reader().place(),
          fmt::format("expected heads of keys that divide the {} heads, found {}", *heads, *m_network.kv_heads));
    }
  }

  void read_latent() {
    const auto latent = m_fields.integer({"kv_lora_rank"}, 1, ShapeLimits::k_width);
    if (!latent) {
      m_network.value_head_dim = m_fields.integer({"v_head_dim"}, 1, ShapeLimits::k_head_width);
      if (m_network.value_head_dim == m_network.head_dim) m_network.value_head_dim.reset();
      return;
    }
    m_network.rope_dim = m_fields.required({"qk_rope_head_dim"}, 1, ShapeLimits::k_head_width);
    const auto rest = m_fields.required({"qk_nope_head_dim"}, 1, ShapeLimits::k_head_width);
    m_network.value_head_dim = m_fields.required({"v_head_dim"}, 1, ShapeLimits::k_head_width);
    m_network.query_latent = m_fields.integer({"q_lora_rank"}, 1, ShapeLimits::k_width);
    m_network.kv_heads.reset();
    if (!rest || !m_network.rope_dim) return;
    m_network.head_dim = *rest + *m_network.rope_dim;
    m_network.kv_latent = *latent + *m_network.rope_dim;
  }

  void read_block() {
    m_network.feed_forward =
        m_fields.integer({"block_ff_dim", "intermediate_size", "ffn_dim", "encoder_ffn_dim", "n_inner", "d_ff",
                          "ffn_hidden_size", "hidden_dim", "ff_intermediate_size", "d_inner"},
                         1, ShapeLimits::k_width);
    if (m_family.halves_block && m_network.feed_forward) *m_network.feed_forward /= 2;
    if (m_fields.boolean({"block_auto_adjust_ff_dim"}).value_or(m_family.narrows_block)) narrow_block();
    if (!m_network.feed_forward && m_family.widening > 0 && m_network.hidden) {
      const int times = m_fields.integer({"expansion_ratio"}, 1, 100).value_or(m_family.widening);
      m_network.feed_forward = *m_network.hidden * times;
    }
    // T5 1.1 and later say here that they have gates.
    const auto activation = m_fields.text({"feed_forward_proj"});
    if (activation) m_network.gated_feed_forward = activation->starts_with("gated");
  }

  /// The stated width is that of a block with two matrices. With a third one, two thirds of it have as many parameters,
  /// times a factor, rounded up to a multiple. Source: Lfm2MLP of Hugging Face Transformers.
  void narrow_block() {
    constexpr double k_most_times = 100;
    constexpr int k_usual_multiple = 256;
    const double times = m_fields.number({"block_ffn_dim_multiplier"}, 0.01, k_most_times).value_or(1);
    const int multiple = m_fields.integer({"block_multiple_of"}, 1, ShapeLimits::k_width).value_or(k_usual_multiple);
    if (!m_network.feed_forward) return;
    if (!m_fields.present({"block_auto_adjust_ff_dim"})) m_defaults.emplace_back("block_auto_adjust_ff_dim true");
    const double width = std::floor(times * std::floor(2.0 * *m_network.feed_forward / 3));
    m_network.feed_forward =
        static_cast<int>(std::min<double>(std::ceil(width / multiple) * multiple, ShapeLimits::k_width));
  }

  void read_experts() {
    m_network.experts = m_fields.integer(
        {"num_local_experts", "n_routed_experts", "num_experts", "moe_num_experts", "moe_num_primary_experts"}, 0,
        ShapeLimits::k_experts);
    if (m_network.experts == 0) {  // a family with experts, and a member of it without
      m_network.experts.reset();
      const auto shared = m_fields.integer({"shared_intermediate_size"}, 1, ShapeLimits::k_width);
      if (shared) m_network.feed_forward = shared;
    }
    if (!m_network.experts) return;
    m_network.active_experts =
        m_fields.required({"num_experts_per_tok", "experts_per_token", "num_experts_per_token", "moe_k", "moe_topk",
                           "moe_top_k", "top_k_experts", "num_activated_experts"},
                          1, *m_network.experts);
    m_network.expert_feed_forward = m_fields.integer({"moe_intermediate_size"}, 1, ShapeLimits::k_width);
    const auto dense = m_fields.integer({"intermediate_size_mlp"}, 1, ShapeLimits::k_width);
    if ((m_family.has_experts_only || dense) && !m_network.expert_feed_forward) {
      m_network.expert_feed_forward = m_network.feed_forward;
      m_network.feed_forward = dense;
    }
    // Where one width is stated, experts have it.
    if (!m_network.expert_feed_forward) m_network.expert_feed_forward = m_network.feed_forward;
    m_network.expert_hidden =
        m_fields.integer({"moe_latent_size", "routed_expert_hidden_size"}, 1, ShapeLimits::k_width);
    read_shared_experts();
    read_dense_layers();
  }

  void read_shared_experts() {
    m_network.shared_experts =
        m_fields.integer({"n_shared_experts", "num_shared_experts", "num_shared_expert", "moe_num_shared_experts"}, 0,
                         ShapeLimits::k_experts);
    if (m_family.shared_experts > 0 && !m_network.shared_experts) m_network.shared_experts = m_family.shared_experts;
    const auto width = m_fields.integer(
        {"shared_expert_intermediate_size", "shared_intermediate_size", "moe_shared_expert_intermediate_size"}, 0,
        ShapeLimits::k_width);
    if (width && *width > 0) {
      m_network.shared_experts = std::max(1, m_network.shared_experts.value_or(1));
      if (width != m_network.expert_feed_forward) m_network.shared_expert_feed_forward = width;
    }
    if (m_family.has_block_beside_experts && m_network.feed_forward) {
      m_network.shared_experts = 1;
      m_network.shared_expert_feed_forward = m_network.feed_forward;
    }
    if (m_network.shared_experts == 0 || width == 0) m_network.shared_experts.reset();
  }

  void read_dense_layers() {
    const int layers = m_network.layers.value_or(0);
    int dense =
        m_fields
            .integer({"first_k_dense_replace", "num_dense_layers", "moe_layer_start_index"}, 0, ShapeLimits::k_layers)
            .value_or(0);
    if (m_fields.is_array("moe_layer_freq")) {  // 0 for a dense layer, 1 for one with experts
      dense = m_fields.count_of_number("moe_layer_freq", 0);
    } else {
      const int step = m_fields
                           .integer({"decoder_sparse_step", "moe_layer_freq", "interleave_moe_layer_step",
                                     "moe_layer_interval", "expert_layer_period"},
                                    1, ShapeLimits::k_layers)
                           .value_or(1);
      dense = std::max(dense, layers - layers / step);
    }
    dense = std::min(layers, dense + m_fields.items("mlp_only_layers"));
    if (dense > 0) {
      m_network.dense_layers = dense;
    } else {
      m_network.feed_forward.reset();  // named, but of no layer
    }
  }

  void read_tokens() {
    m_network.layer_embedding = m_fields.integer({"hidden_size_per_layer_input"}, 0, ShapeLimits::k_width);
    if (m_network.layer_embedding == 0) m_network.layer_embedding.reset();
    m_network.vocabulary = read_or({"vocab_size", "padded_vocab_size"}, ShapeLimits::k_width, m_family.vocabulary);
    m_network.context = read_or(
        {"max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "n_ctx", "max_target_positions"},
        ShapeLimits::k_tokens, m_family.context);
    if (!m_network.vocabulary && m_family.kind != NetworkKind::encoder) {
      (void)m_fields.required({"vocab_size"}, 1, ShapeLimits::k_width);
    }
    if (m_family.positions == LearnedPositions::none || !m_network.context) return;
    m_network.positions = *m_network.context + (m_family.positions == LearnedPositions::two_more ? 2 : 0);
    if (m_family.has_two_positions) *m_network.positions *= 2;
  }

  /// Samples that are no text: spectrograms and images.
  void read_samples() {
    if (m_fields.present({"max_source_positions"})) m_network.positions = m_network.context;
    const auto size = m_fields.integer({"image_size"}, 1, ShapeLimits::k_width);
    const auto patch = m_fields.integer({"patch_size"}, 1, ShapeLimits::k_width);
    if (!size || !patch || m_family.kind != NetworkKind::encoder) return;
    const double side = std::min(*size / *patch, 10'000);
    m_network.positions = static_cast<int>(side * side) + 1;
    m_network.context = m_network.positions;
    m_network.input = m_file.keep(fmt::format("{0}x{0} RGB", *size));
  }

  /// What a family writes in a way of its own.
  void read_own_ways() {
    if (m_family.name == "longcat_flash") read_longcat();
    if (m_family.name == "dbrx") read_dbrx();
    if (m_family.is_state_space) m_network.feed_forward_layers = 0;  // the inner width is that of its states
    if (m_fields.is_array("block_configs")) read_blocks();
    if (auto linear = m_fields.object("linear_attn_config")) read_full_rank_gate(*linear);
  }

  /// The gate of Kimi's delta attention, where it does not pass through one head's width (Kimi K3).
  void read_full_rank_gate(ConfigFields& linear) {
    if (!linear.boolean({"use_full_rank_gate"}).value_or(false)) return;
    for (const StateLayers& states : m_network.state_layers) {
      const double width = m_network.hidden.value_or(0);
      const double narrow = states.key_dim.value_or(0);
      const double keys = narrow * states.heads.value_or(0);
      m_others += states.layers * (width * keys - narrow * (width + keys));
    }
  }

  /// Each of its layers has two of attention, each with a dense block, and experts beside the first. Of those that a
  /// token is sent to, some pass it on as it is.
  void read_longcat() {
    const int layers = m_network.layers.value_or(0);
    const auto idle = m_fields.integer({"zero_expert_num"}, 0, ShapeLimits::k_experts).value_or(0);
    m_network.expert_feed_forward = m_fields.required({"expert_ffn_hidden_size"}, 1, ShapeLimits::k_width);
    m_network.feed_forward = m_fields.required({"ffn_hidden_size"}, 1, ShapeLimits::k_width);
    m_network.layers = 2 * layers;
    m_network.dense_layers = layers;
    m_network.shared_experts = 1;
    m_network.shared_expert_feed_forward = m_network.feed_forward;
    if (!m_network.experts || !m_network.active_experts) return;
    const double working = static_cast<double>(*m_network.experts) / (*m_network.experts + idle);
    m_network.active_experts = std::max(1, static_cast<int>(std::lround(*m_network.active_experts * working)));
    m_others += static_cast<double>(layers) * idle * m_network.hidden.value_or(0);  // rows of the router
  }

  void read_dbrx() {
    auto block = m_fields.object("ffn_config");
    if (!block) return;
    m_network.experts = block->required({"moe_num_experts"}, 1, ShapeLimits::k_experts);
    m_network.active_experts = block->required({"moe_top_k"}, 1, m_network.experts.value_or(1));
    m_network.expert_feed_forward = block->required({"ffn_hidden_size"}, 1, ShapeLimits::k_width);
    m_network.feed_forward.reset();
  }

  /// A network whose layers were pruned one by one (Llama Nemotron): what each attends with, and how wide its block is.
  /// Source: modeling_decilm.py of its repositories.
  void read_blocks() {
    constexpr int k_multiple = 256;
    constexpr double k_most_times = 100;
    const double width = m_network.hidden.value_or(0);
    int attending = 0;
    int blocks = 0;
    int sharing = 0;
    double inner = 0;
    for (const auto& [item, place] : m_fields.reader().array("block_configs")) {
      ConfigFields one(*item, place, m_fields.reader().problems());
      auto attention = one.object("attention");
      auto block = one.object("ffn");
      if (!attention || !block) {
        m_fields.reader().problems().add(place, R"(expected "attention" and "ffn", found one or none)");
        return;
      }
      for (auto* part : {&*attention, &*block}) {
        if (part->boolean({"replace_with_linear"}).value_or(false)) m_others += width * width;
      }
      if (const auto group = attention->integer({"n_heads_in_group"}, 1, ShapeLimits::k_heads)) {
        ++attending;
        sharing = sharing == 0 ? *group : std::min(sharing, *group);
      }
      if (const auto times = block->number({"ffn_mult"}, 0, k_most_times)) {
        ++blocks;
        inner += std::ceil(std::floor(2 * *times * width / 3) / k_multiple) * k_multiple;
      }
    }
    if (sharing > 0) m_network.kv_heads = std::max(1, m_network.heads.value_or(1) / sharing);
    m_network.attention_layers = attending;
    m_network.feed_forward_layers = blocks;
    if (blocks > 0) m_network.feed_forward = static_cast<int>(std::lround(inner / blocks));
  }

  ConfigFields& m_fields;
  const ModelFamily& m_family;
  ModelFile& m_file;
  Network& m_network;
  std::vector<std::string> m_defaults;  // figures that are not stated
  double m_others = 0;                  // parameters of what a family has of its own
};

/// The members that hold a language model inside a network of several parts.
constexpr auto k_language_parts = std::to_array<std::string_view>(
    {"text_config", "language_config", "llm_config", "thinker_config", "language_model", "lm_config"});

/// What a family that is not known is read as, as far as its configuration tells; it is not counted.
constexpr ModelFamily k_plain_decoder{.name = "a plain decoder"};

/// The family that a configuration names; a plain decoder, with its name in `file`, where that is not known.
const ModelFamily& family_of(ConfigFields& fields, ModelFile& file) {
  const auto type = fields.text({"model_type"});
  if (!type) {
    (void)fields.required({"model_type"}, 0, 0);
    return k_plain_decoder;
  }
  if (const ModelFamily* family = model_family(*type)) return *family;
  file.unknown_family = printable(*type);
  return k_plain_decoder;
}

/// The part of a configuration that describes the language model: the whole where there are no parts.
std::optional<ConfigFields> language_part(ConfigFields& whole) {
  for (const std::string_view name : k_language_parts) {
    if (auto part = whole.object(name)) {
      auto inner = language_part(*part);  // of what thinks beside what speaks
      return inner ? inner : part;
    }
  }
  return std::nullopt;
}

/// An encoder of text beside one of images (CLIP), each a stack of its own: the larger one's shape, and all parameters.
void read_towers(ConfigFields& whole, ModelFile& file) {
  const double projected = whole.integer({"projection_dim"}, 1, ShapeLimits::k_width).value_or(0);
  double parameters = 1;  // the temperature
  for (const std::string_view name : {"text_config", "vision_config"}) {
    auto fields = whole.object(name);
    if (!fields) continue;
    ModelFile one;
    const ModelFamily& family = *model_family(name == "text_config" ? "clip_text_model" : "clip_vision_model");
    ConfigReader reader(*fields, family, one);
    reader.read();
    const auto count = counted_parameters(one.network, family, reader.others());
    if (!count) continue;
    parameters += count->all.value() * 1e6 + projected * one.network.hidden.value_or(0);
    if (one.network.hidden.value_or(0) >= file.network.hidden.value_or(0)) file.network = one.network;
    if (!one.network.input.empty()) file.network.input = file.keep(std::string(one.network.input));
  }
  file.network.parameters = Millions{parameters / 1e6};
}

/// Layers that share their matrices are counted once, though all of them work.
Network as_counted(const Network& network, const ModelFamily& family, ConfigFields& fields) {
  Network counted = network;
  if (!family.shares_layers) return counted;
  counted.layers = fields.integer({"num_hidden_groups"}, 1, ShapeLimits::k_layers).value_or(1) *
                   fields.integer({"inner_group_num"}, 1, ShapeLimits::k_layers).value_or(1);
  return counted;
}

/// Reads the shape and counts the parameters, where the family is known.
void read_network(ConfigFields& fields, const ModelFamily& family, ModelFile& file) {
  ConfigReader reader(fields, family, file);
  reader.read();
  const double others = reader.others();
  Problems& problems = fields.reader().problems();
  if (!file.unknown_family.empty()) return;
  problems.throw_if_any();
  const auto count = counted_parameters(as_counted(file.network, family, fields), family, others);
  if (!count) {
    problems.add(fields.reader().place(),
                 R"(expected the inner width of the feed-forward block ("intermediate_size"), found none)");
    problems.throw_if_any();
  }
  file.network.parameters = count->all;
  if (file.network.experts) file.network.active_parameters = count->active;
}

}  // namespace

ModelFile config_model(const std::string& path, std::string_view text) {
  ModelFile file;
  file.path = printable(path);
  const Json json = parse_json(as_json(text), file.path, k_tensor_list_limits);
  Problems problems;
  ConfigFields whole(json, {file.path, "", json.line}, problems);
  if (whole.present({"peft_type"})) problems.add(whole.reader().place(), std::string(k_found_adapter));
  problems.throw_if_any();
  const bool has_towers = whole.text({"model_type"}) == "clip";
  auto part = has_towers ? std::nullopt : language_part(whole);
  ConfigFields& fields = part ? *part : whole;
  if (has_towers) {
    read_towers(whole, file);
    file.network.name = file.keep(fmt::format("{} (clip)", file.path));
  } else {
    const ModelFamily& family = family_of(fields.present({"model_type"}) ? fields : whole, file);
    problems.throw_if_any();
    if (file.unknown_family.empty()) {
      read_network(fields, family, file);
    } else {  // whose figures may have other names
      Problems ignored;
      ConfigFields again(json, {file.path, "", json.line}, ignored);
      auto part_again = language_part(again);
      read_network(part_again ? *part_again : again, family, file);
    }
    file.network.name =
        file.keep(fmt::format("{} ({})", file.path, file.unknown_family.empty() ? family.name : file.unknown_family));
  }
  problems.throw_if_any();
  file.has_parameters = file.unknown_family.empty();
  file.are_parameters_counted = file.has_parameters;
  read_quantisation(whole, fields, file);
  problems.throw_if_any();
  if (part)
    file.remarks.emplace_back(
        "Only the part that reads and writes text is counted; what reads images or sound is not.");
  return file;
}

}  // namespace gpuadvisor
