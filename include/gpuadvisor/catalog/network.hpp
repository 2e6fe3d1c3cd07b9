#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// How a network is built, which tells what sizes its memory (docs/memory.md):
/// - decoder: a stack of attention layers that writes one token after another, with keys and values kept;
/// - encoder: such a stack that reads a whole sequence at once (BERT, ViT);
/// - encoder_decoder: one that reads and one that writes (translation, speech);
/// - convolutional: activations follow from the input's size;
/// - recurrent: the same cell, step by step;
/// - diffusion: a denoiser between text encoders and an image decoder.
enum class NetworkKind : unsigned char { decoder, encoder, encoder_decoder, convolutional, recurrent, diffusion };

template <>
inline constexpr auto k_enum_names<NetworkKind> = std::to_array<std::string_view>({"decoder", "encoder",
                                                                                   "encoder-decoder", "convolutional",
                                                                                   "recurrent", "diffusion"});

/// What a network takes in and gives out, as people look for one.
enum class NetworkUse : unsigned char {
  language,
  multimodal,  // language with images, some with sound
  documents,   // reads pages
  embeddings,
  images,  // makes them
  video,   // makes it
  speech_to_text,
  text_to_speech,
  vision,  // classifies, detects, segments, or gives features of images
  robotics,
};

template <>
inline constexpr auto k_enum_names<NetworkUse> = std::to_array<std::string_view>({"language", "multimodal", "documents",
                                                                                  "embeddings", "images", "video",
                                                                                  "speech-to-text", "text-to-speech",
                                                                                  "vision", "robotics"});

/// What a part is to a network of attention layers, where it is not the stack that its shape describes:
/// - encoder: turns images or sound into tokens; kept in 16 bits, whatever the format of the stack;
/// - draft: guesses further tokens (multi-token prediction); left out when running, unless it is asked for;
/// - table: rows that are looked up by token beside the embedding, and never multiplied.
enum class PartRole : unsigned char { encoder, draft, table };

template <>
inline constexpr auto k_enum_names<PartRole> = std::to_array<std::string_view>({"encoder", "draft", "table"});

/// A part of a network that can be held in memory by itself: a text encoder, a denoiser, an image decoder.
struct NetworkPart {
  std::string_view name;
  std::optional<PartRole> role;
  Millions parameters;
};

template <>
inline constexpr auto k_fields<NetworkPart> = std::tuple{
    required("name", &NetworkPart::name),
    optional("role", &NetworkPart::role),
    required("parameters_m", &NetworkPart::parameters),
};

/// A gate on what attention gives: one factor for each value, or for each head.
enum class AttentionGate : unsigned char { value, head };

template <>
inline constexpr auto k_enum_names<AttentionGate> = std::to_array<std::string_view>({"value", "head"});

/// Layers that keep a state of one size in place of keys and values of all tokens.
enum class StateKind : unsigned char {
  gated_delta_net,
  kimi_delta_attention,
  lightning_attention,
  mamba_1,  // heads are the channels of its inner width, of one value each
  mamba_2,
  short_convolution,
};

template <>
inline constexpr auto k_enum_names<StateKind> = std::to_array<std::string_view>(
    {"gated-delta-net", "kimi-delta-attention", "lightning-attention", "mamba-1", "mamba-2", "short-convolution"});

/// The layers of a network that keep a state. A head's state is a matrix of key_dim by value_dim.
struct StateLayers {
  StateKind kind = StateKind::gated_delta_net;
  int layers = 0;
  std::optional<int> heads;      // of values; absent: not known, or none (short convolutions)
  std::optional<int> key_heads;  // absent: as many as heads
  std::optional<int> key_dim;    // of Mamba-2: the width of its state
  std::optional<int> value_dim;
  std::optional<int> groups;  // of heads that share what writes and reads the state (Mamba-2)
  std::optional<int> kernel;  // taps of the convolution in front of it; absent: there is none
};

template <>
inline constexpr auto k_fields<StateLayers> = std::tuple{
    required("kind", &StateLayers::kind),       required("layers", &StateLayers::layers),
    optional("heads", &StateLayers::heads),     optional("key_heads", &StateLayers::key_heads),
    optional("key_dim", &StateLayers::key_dim), optional("value_dim", &StateLayers::value_dim),
    optional("groups", &StateLayers::groups),   optional("kernel", &StateLayers::kernel),
};

/// The shape of a network: what its memory follows from. Absent is unknown, or not a matter for its kind.
struct Network {
  std::string_view id;                        // "llama-3-70b"
  std::string_view name;                      // "Llama 3 70B"
  std::span<const std::string_view> aliases;  // other spellings
  std::string_view publisher;
  std::string_view licence;
  std::optional<NetworkUse> use;
  NetworkKind kind = NetworkKind::decoder;
  std::optional<PartialDate> released;
  Millions parameters;                        // in all: what memory must hold
  std::optional<Millions> active_parameters;  // that one token uses, of a network with experts

  // Attention layers.
  std::optional<int> layers;          // of an encoder-decoder: those of the encoder
  std::optional<int> decoder_layers;  // of an encoder-decoder
  std::optional<int> hidden;          // width between layers
  std::optional<int> heads;
  std::optional<int> kv_heads;      // heads that share keys and values (grouped-query attention); absent: all
  std::optional<int> head_dim;      // absent: hidden / heads
  std::optional<int> feed_forward;  // inner width of a layer's dense block
  bool additive_attention = false;  // scores by a sum of query and key in full width, which training keeps (Bahdanau)
  bool gated_feed_forward = false;  // three matrices (SwiGLU, GeGLU) instead of two
  std::optional<int>
      feed_forward_layers;              // layers that are such a block alone, counted in `layers`; absent: each has one
  std::optional<int> layer_embedding;   // width of an embedding of each layer's own, looked up by token (Gemma 3n)
  std::optional<int> vocabulary;        // rows of the token embedding
  bool tied_embeddings = false;         // input and output share one matrix
  std::optional<int> positions;         // learned, rows of the position embedding; absent: none
  std::optional<int> context;           // tokens that it was made for
  std::optional<int> window;            // tokens that a windowed layer looks back
  std::optional<int> windowed_layers;   // layers with a window; absent: all, where there is a window
  std::optional<int> attention_layers;  // that keep keys and values, where the others keep a constant state
  std::optional<int> reused_layers;     // of these, the last ones that use the keys and values of earlier ones
  std::optional<AttentionGate> attention_gate;
  std::span<const StateLayers> state_layers;

  // Layers without a window, where they are not shaped as those with one.
  std::optional<int> full_heads;
  std::optional<int> full_kv_heads;
  std::optional<int> full_head_dim;
  bool full_keys_are_values = false;  // one matrix makes both; both are kept

  // Keys and values compressed into one vector per token and layer (multi-head latent attention).
  std::optional<int> kv_latent;              // its values, with the part that carries the position
  std::optional<int> query_latent;           // width that queries are projected through
  std::optional<int> rope_dim;               // the part of a head that carries the position
  std::optional<int> value_head_dim;         // absent: head_dim
  std::optional<int> indexer_heads;          // of what selects the tokens to attend to
  std::optional<int> indexer_dim;            // values that it keeps for each token and layer
  std::optional<int> cache_bytes_per_token;  // of layers without a window, in 16 bits, where the shape does not tell

  // Experts.
  std::optional<int> experts;                     // of a layer, of which a token uses
  std::optional<int> active_experts;              // so many,
  std::optional<int> shared_experts;              // besides those that every token uses
  std::optional<int> expert_feed_forward;         // inner width of one
  std::optional<int> shared_expert_feed_forward;  // of all shared ones together; absent: as wide as the others
  std::optional<int> expert_hidden;               // width that experts work at; absent: that of layers
  std::optional<int> dense_layers;                // layers without experts

  // One sample, where it is not tokens.
  std::string_view input;               // "224x224 RGB"; of video, "832x480 RGB, 81 frames"
  std::optional<int> patch_pixels;      // side of the square of an image that is one token of a denoiser
  std::optional<int> patch_frames;      // frames of a video that it reaches over, but for the first one
  std::optional<Millions> activations;  // outputs of its layers for one sample, in values
  std::optional<Millions>
      training_activations;          // in training: with those of what judges it, or of larger images; absent: as many
  std::optional<Gigaflops> forward;  // floating-point operations for one sample, a multiply-add is two

  std::span<const NetworkPart> parts;                   // that add up to `parameters`
  std::span<const std::string_view> published_formats;  // ids of weight_formats(), the first one first; empty: 16 bits
  std::string_view source;
  std::string_view note;

  std::string_view shape_from = {};  // no field of the data: the network whose shape is assumed; empty: its own
};

template <>
inline constexpr auto k_fields<Network> = std::tuple{
    required("id", &Network::id),
    required("name", &Network::name),
    optional("aliases", &Network::aliases),
    optional("publisher", &Network::publisher),
    optional("licence", &Network::licence),
    optional("use", &Network::use),
    required("kind", &Network::kind),
    optional("released", &Network::released),
    required("parameters_m", &Network::parameters),
    optional("active_parameters_m", &Network::active_parameters),
    optional("layers", &Network::layers),
    optional("decoder_layers", &Network::decoder_layers),
    optional("hidden", &Network::hidden),
    optional("heads", &Network::heads),
    optional("kv_heads", &Network::kv_heads),
    optional("head_dim", &Network::head_dim),
    optional("feed_forward", &Network::feed_forward),
    optional("additive_attention", &Network::additive_attention),
    optional("gated_feed_forward", &Network::gated_feed_forward),
    optional("feed_forward_layers", &Network::feed_forward_layers),
    optional("layer_embedding", &Network::layer_embedding),
    optional("vocabulary", &Network::vocabulary),
    optional("tied_embeddings", &Network::tied_embeddings),
    optional("positions", &Network::positions),
    optional("context", &Network::context),
    optional("window", &Network::window),
    optional("windowed_layers", &Network::windowed_layers),
    optional("attention_layers", &Network::attention_layers),
    optional("reused_layers", &Network::reused_layers),
    optional("attention_gate", &Network::attention_gate),
    optional("state_layers", &Network::state_layers),
    optional("full_heads", &Network::full_heads),
    optional("full_kv_heads", &Network::full_kv_heads),
    optional("full_head_dim", &Network::full_head_dim),
    optional("full_keys_are_values", &Network::full_keys_are_values),
    optional("kv_latent", &Network::kv_latent),
    optional("query_latent", &Network::query_latent),
    optional("rope_dim", &Network::rope_dim),
    optional("value_head_dim", &Network::value_head_dim),
    optional("indexer_heads", &Network::indexer_heads),
    optional("indexer_dim", &Network::indexer_dim),
    optional("cache_bytes_per_token", &Network::cache_bytes_per_token),
    optional("experts", &Network::experts),
    optional("active_experts", &Network::active_experts),
    optional("shared_experts", &Network::shared_experts),
    optional("expert_feed_forward", &Network::expert_feed_forward),
    optional("shared_expert_feed_forward", &Network::shared_expert_feed_forward),
    optional("expert_hidden", &Network::expert_hidden),
    optional("dense_layers", &Network::dense_layers),
    optional("input", &Network::input),
    optional("patch_pixels", &Network::patch_pixels),
    optional("patch_frames", &Network::patch_frames),
    optional("activations_m", &Network::activations),
    optional("training_activations_m", &Network::training_activations),
    optional("forward_gflops", &Network::forward),
    optional("parts", &Network::parts),
    optional("published_formats", &Network::published_formats),
    required("source", &Network::source),
    optional("note", &Network::note),
};

}  // namespace gpuadvisor
