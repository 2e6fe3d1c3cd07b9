#include "config_layers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "shape_limits.hpp"

namespace gpuadvisor {
namespace {

class LayerReader {
 public:
  LayerReader(ConfigFields& fields, const ModelFamily& family, ModelFile& file)
      : m_fields(fields), m_family(family), m_file(file), m_network(file.network) {}

  void read() {
    check_lists();
    read_states();
    read_pattern();
    read_window();
    read_full_layers();
    m_network.reused_layers = m_fields.integer({"num_kv_shared_layers"}, 0, ShapeLimits::k_layers);
    if (m_network.reused_layers == 0) m_network.reused_layers.reset();
    m_network.indexer_heads = m_fields.integer({"index_n_heads"}, 1, ShapeLimits::k_heads);
    m_network.indexer_dim = m_fields.integer({"index_head_dim"}, 1, ShapeLimits::k_head_width);
    m_network.attention_gate = m_family.attention_gate;
  }

 private:
  [[nodiscard]] int layers() const { return m_network.layers.value_or(0); }

  /// What lists the kinds of layers has one for each; those beyond guess further tokens.
  void check_lists() {
    for (const auto* const key : {"layer_types", "layers_block_type"}) {
      if (!m_fields.is_array(key)) continue;
      const int listed = m_fields.items(key);
      if (listed >= layers()) continue;
      m_fields.reader().problem(
          key, fmt::format("expected one entry for each of the {} layers, found {}", layers(), listed));
    }
  }

  /// Layers that keep a state: what the configuration lists, or all that have no attention.
  void keep(StateLayers state) {
    if (state.layers <= 0) return;
    m_network.attention_layers = layers() - state.layers - m_network.feed_forward_layers.value_or(0);
    if (*m_network.attention_layers < 0) {
      m_fields.reader().problems().add(
          m_fields.reader().place(),
          fmt::format("expected kinds of no more than the {} layers, found {} that keep a state or are a block alone",
                      layers(), state.layers + m_network.feed_forward_layers.value_or(0)));
    }
    if (m_network.attention_layers == 0) m_network.attention_layers.reset();
    m_network.state_layers = m_file.keep(state);
  }

  /// Layers of these names in "layer_types" or "layers_block_type"; nothing where there is no such list.
  std::optional<int> layers_called(std::initializer_list<std::string_view> kinds) {
    std::optional<int> sum;
    for (const auto* const key : {"layer_types", "layers_block_type"}) {
      for (const auto kind : kinds) {
        if (const auto count = m_fields.count_of(key, kind)) sum = sum.value_or(0) + *count;
      }
    }
    return sum;
  }

  void read_states() {
    if (m_family.is_state_space) return read_state_space();
    if (m_fields.present({"linear_num_value_heads"})) return read_gated_delta_net();
    if (m_fields.present({"mamba_n_heads", "mamba_num_heads"})) return read_mamba();
    if (m_fields.present({"conv_L_cache"})) return read_short_convolutions();
    if (auto linear = m_fields.object("linear_attn_config")) return read_kimi_delta_attention(*linear);
    if (m_fields.present({"attn_type_list"})) read_lightning_attention();
  }

  void read_gated_delta_net() {
    StateLayers state;
    state.heads = m_fields.integer({"linear_num_value_heads"}, 1, ShapeLimits::k_heads);
    state.key_heads = m_fields.required({"linear_num_key_heads"}, 1, ShapeLimits::k_heads);
    state.key_dim = m_fields.required({"linear_key_head_dim"}, 1, ShapeLimits::k_head_width);
    state.value_dim = m_fields.required({"linear_value_head_dim"}, 1, ShapeLimits::k_head_width);
    state.kernel = m_fields.integer({"linear_conv_kernel_dim"}, 1, ShapeLimits::k_head_width);
    const int interval = m_fields.integer({"full_attention_interval"}, 1, ShapeLimits::k_layers).value_or(4);
    state.layers = layers_called({"linear_attention"}).value_or(layers() - layers() / interval);
    keep(state);
  }

  void read_mamba() {
    StateLayers state;
    state.kind = StateKind::mamba_2;
    state.heads = m_fields.integer({"mamba_n_heads", "mamba_num_heads"}, 1, ShapeLimits::k_heads);
    state.value_dim = m_fields.required({"mamba_d_head", "mamba_head_dim"}, 1, ShapeLimits::k_head_width);
    state.key_dim = m_fields.required({"mamba_d_state", "ssm_state_size"}, 1, ShapeLimits::k_head_width);
    state.groups = m_fields.integer({"mamba_n_groups", "n_groups"}, 1, ShapeLimits::k_heads);
    state.kernel = m_fields.integer({"mamba_d_conv", "conv_kernel"}, 1, ShapeLimits::k_head_width);
    const auto pattern = m_fields.text({"hybrid_override_pattern"});
    const auto of_pattern = [&](char kind) {
      return static_cast<int>(std::count(pattern->begin(), pattern->end(), kind));
    };
    if (pattern) {  // of letters: M keeps a state, * attends, the others are feed-forward blocks
      state.layers = of_pattern('M');
      m_network.feed_forward_layers = layers() - state.layers - of_pattern('*');
    } else {
      state.layers = layers_called({"mamba"}).value_or(0);
      const int blocks = layers_called({"moe", "mlp"}).value_or(0);
      if (blocks > 0) m_network.feed_forward_layers = blocks;
    }
    if (m_network.feed_forward_layers.value_or(1) <= 0) m_network.feed_forward_layers.reset();
    keep(state);
  }

  /// No layer attends: each keeps a state for each channel of its inner width (Mamba).
  void read_state_space() {
    StateLayers state;
    state.kind = StateKind::mamba_1;
    state.layers = layers();
    state.heads = m_network.feed_forward;
    state.value_dim = 1;
    state.key_dim = m_fields.required({"state_size", "d_state"}, 1, ShapeLimits::k_head_width);
    state.kernel = m_fields.integer({"conv_kernel", "d_conv"}, 1, ShapeLimits::k_head_width);
    m_network.attention_layers = 0;
    m_network.state_layers = m_file.keep(state);
  }

  void read_short_convolutions() {
    StateLayers state;
    state.kind = StateKind::short_convolution;
    state.kernel = m_fields.integer({"conv_L_cache"}, 1, ShapeLimits::k_head_width);
    const auto listed = layers_called({"conv"});
    state.layers = listed ? *listed : layers() - m_fields.items("full_attn_idxs");
    keep(state);
  }

  void read_kimi_delta_attention(ConfigFields& linear) {
    StateLayers state;
    state.kind = StateKind::kimi_delta_attention;
    state.heads = linear.required({"num_heads"}, 1, ShapeLimits::k_heads);
    state.key_dim = linear.required({"head_dim"}, 1, ShapeLimits::k_head_width);
    state.value_dim = state.key_dim;
    state.kernel = linear.integer({"short_conv_kernel_size"}, 1, ShapeLimits::k_head_width);
    state.layers = linear.items("kda_layers");
    keep(state);
  }

  /// The list has 0 for a layer that keeps a state and 1 for one that attends.
  void read_lightning_attention() {
    StateLayers state;
    state.kind = StateKind::lightning_attention;
    state.heads = m_network.heads;
    state.key_dim = m_network.head_dim;
    state.value_dim = m_network.head_dim;
    state.layers = m_fields.count_of_number("attn_type_list", 0);
    keep(state);
  }

  /// Windows as a list tells them, or every so many layers, or the family's code.
  void read_pattern() {
    m_windowed = layers_called({"sliding_attention", "chunked_attention"});
    if (!m_windowed && m_fields.items("hybrid_layer_pattern") > 0) {
      m_windowed = m_fields.count_of_number("hybrid_layer_pattern", 1);
    }
    if (!m_windowed && m_fields.items("no_rope_layers") > 0) {
      m_windowed = m_fields.count_of_number("no_rope_layers", 1);  // those with positions see a chunk
    }
    if (!m_windowed && m_fields.is_text("sliding_window_pattern")) return read_pattern_of_letters();
    const int period =
        m_fields.integer({"sliding_window_pattern"}, 1, ShapeLimits::k_layers).value_or(m_family.window_period);
    if (!m_windowed && period > 0) m_windowed = layers() - layers() / period;
    if (!m_windowed && m_fields.present({"use_sliding_window"})) {
      const auto whole = m_fields.integer({"max_window_layers"}, 0, ShapeLimits::k_layers);  // the first ones
      if (whole) m_windowed = layers() - std::min(layers(), *whole);
    }
  }

  /// "LLLG", over and over: L sees its surroundings (a window), G all (EXAONE 4).
  void read_pattern_of_letters() {
    const auto letters = m_fields.text({"sliding_window_pattern"});
    if (!letters || letters->empty() || letters->find_first_not_of("LG") != std::string_view::npos) {
      m_fields.reader().problem("sliding_window_pattern",
                                "expected a number, or a letter for each layer: L with a window, G without");
      return;
    }
    int windowed = 0;
    for (int layer = 0; layer < layers(); ++layer) {
      if ((*letters)[static_cast<std::size_t>(layer) % letters->size()] == 'L') ++windowed;
    }
    m_windowed = windowed;
  }

  void read_window() {
    const auto window =
        m_fields.integer({"sliding_window", "sliding_window_size", "attention_chunk_size"}, 1, ShapeLimits::k_tokens);
    const bool is_used = m_fields.boolean({"use_sliding_window"}).value_or(true);
    if (!window || !is_used || (m_network.context && *window >= *m_network.context) || m_windowed == 0) return;
    m_network.window = window;
    const int attending = m_network.attention_layers.value_or(layers());
    if (m_windowed && *m_windowed < attending) m_network.windowed_layers = m_windowed;
  }

  /// Where layers with and without a window differ: what is said of windowed ones is the usual shape then.
  void read_full_layers() {
    if (!m_network.window) return;
    const auto full_heads = m_network.heads;
    const auto full_keys = m_network.kv_heads;
    if (const auto heads = m_fields.integer({"swa_num_attention_heads"}, 1, ShapeLimits::k_heads);
        heads && heads != full_heads) {
      m_network.full_heads = full_heads;
      m_network.heads = heads;
    }
    if (const auto keys = m_fields.integer({"swa_num_key_value_heads"}, 1, ShapeLimits::k_heads);
        keys && keys != full_keys) {
      m_network.full_kv_heads = full_keys;
      m_network.kv_heads = keys;
    }
    m_network.full_head_dim = m_fields.integer({"global_head_dim"}, 1, ShapeLimits::k_head_width);
    if (m_fields.present({"num_global_key_value_heads"})) {
      m_network.full_kv_heads = m_fields.integer({"num_global_key_value_heads"}, 1, ShapeLimits::k_heads);
    }
    m_network.full_keys_are_values = m_fields.boolean({"attention_k_eq_v"}).value_or(false);
  }

  ConfigFields& m_fields;
  const ModelFamily& m_family;
  ModelFile& m_file;
  Network& m_network;
  std::optional<int> m_windowed;  // layers with a window, where something tells them
};

}  // namespace

void read_layer_kinds(ConfigFields& fields, const ModelFamily& family, ModelFile& file) {
  LayerReader(fields, family, file).read();
}

}  // namespace gpuadvisor
