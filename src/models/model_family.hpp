#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "gpuadvisor/catalog/network.hpp"

namespace gpuadvisor {

/// Position embeddings that are learned: none, a row for each position, or two rows more than those.
enum class LearnedPositions : unsigned char { none, all, two_more };

/// What configurations of one family of networks leave unsaid, and the code of the family says: which matrices there
/// are, and which vectors beside them. Only sizes of the latter rest on it beyond `is_gated` and `is_tied`: less than a
/// thousandth of the parameters of any network of today.
/// Figures of the shape that a configuration may leave out stand in only where it does.
/// Source: the modelling code of Hugging Face Transformers, by `model_type`.
struct ModelFamily {
  std::string_view name;       // model_type
  std::string_view gguf = {};  // general.architecture of GGUF files; empty where it is the same
  NetworkKind kind = NetworkKind::decoder;
  bool is_gated = true;  // the feed-forward block has three matrices
  bool is_tied = false;  // unless the configuration says otherwise
  bool has_query_bias = false;
  bool has_output_bias = false;  // of attention
  bool has_feed_forward_bias = false;
  bool has_norm_bias = false;
  int norms = 2;                // of a layer, each a vector of the width
  bool has_head_norms = false;  // of queries and of keys, each a vector of a head's width
  LearnedPositions positions = LearnedPositions::none;
  int window_period = 0;       // the last of so many layers has no window; 0: all have one where there is one
  int widening = 0;            // feed-forward width per width where none is stated; 0: it must be stated
  bool halves_block = false;   // "intermediate_size" is that of both matrices that come first
  bool narrows_block = false;  // two thirds of the stated inner width are built, unless a configuration says otherwise
  bool has_experts_only = false;          // "intermediate_size" is the inner width of an expert
  bool has_block_beside_experts = false;  // "intermediate_size" is that of a dense block in each layer with experts
  int shared_experts = 0;                 // where a configuration names none
  bool shares_layers = false;             // the same matrices in all layers of a group (ALBERT)
  bool has_two_positions = false;         // encoder and decoder learn their own
  bool is_state_space = false;            // no layer attends (Mamba)
  std::optional<AttentionGate> attention_gate = std::nullopt;
  std::optional<int> heads = std::nullopt;  // what its code takes where a configuration does not say
  std::optional<int> kv_heads = std::nullopt;
  std::optional<int> head_dim = std::nullopt;
  std::optional<int> vocabulary = std::nullopt;
  std::optional<int> context = std::nullopt;
};

/// By name.
[[nodiscard]] std::span<const ModelFamily> model_families();

/// The family of a model_type; null when it is not known.
[[nodiscard]] const ModelFamily* model_family(std::string_view model_type);

/// The family of a GGUF architecture; null when it is not known.
[[nodiscard]] const ModelFamily* gguf_family(std::string_view architecture);

}  // namespace gpuadvisor
