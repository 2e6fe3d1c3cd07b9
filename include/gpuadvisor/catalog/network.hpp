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

/// A part of a network that can be held in memory by itself: a text encoder, a denoiser, an image decoder.
struct NetworkPart {
  std::string_view name;
  Millions parameters;
};

template <>
inline constexpr auto k_fields<NetworkPart> = std::tuple{
    required("name", &NetworkPart::name),
    required("parameters_m", &NetworkPart::parameters),
};

/// The shape of a network: what its memory follows from. Absent is unknown, or not a matter for its kind.
struct Network {
  std::string_view id;                        // "llama-3-70b"
  std::string_view name;                      // "Llama 3 70B"
  std::span<const std::string_view> aliases;  // other spellings
  NetworkKind kind = NetworkKind::decoder;
  std::optional<PartialDate> released;
  Millions parameters;                        // in all: what memory must hold
  std::optional<Millions> active_parameters;  // that one token uses, of a network with experts

  // Attention layers.
  std::optional<int> layers;          // of an encoder-decoder: those of the encoder
  std::optional<int> decoder_layers;  // of an encoder-decoder
  std::optional<int> hidden;          // width between layers
  std::optional<int> heads;
  std::optional<int> kv_heads;          // heads that share keys and values (grouped-query attention); absent: all
  std::optional<int> head_dim;          // absent: hidden / heads
  std::optional<int> feed_forward;      // inner width of a layer's dense block
  bool gated_feed_forward = false;      // three matrices (SwiGLU, GeGLU) instead of two
  std::optional<int> vocabulary;        // rows of the token embedding
  bool tied_embeddings = false;         // input and output share one matrix
  std::optional<int> positions;         // learned, rows of the position embedding; absent: none
  std::optional<int> context;           // tokens that it was made for
  std::optional<int> window;            // tokens that a windowed layer looks back
  std::optional<int> windowed_layers;   // layers with a window; absent: all, where there is a window
  std::optional<int> attention_layers;  // that keep keys and values, where the others keep a constant state

  // Keys and values compressed into one vector per token and layer (multi-head latent attention).
  std::optional<int> kv_latent;       // its values, with the part that carries the position
  std::optional<int> query_latent;    // width that queries are projected through
  std::optional<int> rope_dim;        // the part of a head that carries the position
  std::optional<int> value_head_dim;  // absent: head_dim

  // Experts.
  std::optional<int> experts;              // of a layer, of which a token uses
  std::optional<int> active_experts;       // so many,
  std::optional<int> shared_experts;       // besides those that every token uses
  std::optional<int> expert_feed_forward;  // inner width of one
  std::optional<int> dense_layers;         // layers without experts

  // One sample, where it is not tokens.
  std::string_view input;                        // "224x224 RGB"
  std::optional<Millions> activations;           // outputs of its layers for one sample, in values
  std::optional<Millions> training_activations;  // with those of what judges it in training; absent: as many
  std::optional<Gigaflops> forward;              // floating-point operations for one sample, a multiply-add is two

  std::span<const NetworkPart> parts;                   // that add up to `parameters`
  std::span<const std::string_view> published_formats;  // of its weights, ids of weight_formats(); empty: 16 bits
  std::string_view source;
  std::string_view note;
};

template <>
inline constexpr auto k_fields<Network> = std::tuple{
    required("id", &Network::id),
    required("name", &Network::name),
    optional("aliases", &Network::aliases),
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
    optional("gated_feed_forward", &Network::gated_feed_forward),
    optional("vocabulary", &Network::vocabulary),
    optional("tied_embeddings", &Network::tied_embeddings),
    optional("positions", &Network::positions),
    optional("context", &Network::context),
    optional("window", &Network::window),
    optional("windowed_layers", &Network::windowed_layers),
    optional("attention_layers", &Network::attention_layers),
    optional("kv_latent", &Network::kv_latent),
    optional("query_latent", &Network::query_latent),
    optional("rope_dim", &Network::rope_dim),
    optional("value_head_dim", &Network::value_head_dim),
    optional("experts", &Network::experts),
    optional("active_experts", &Network::active_experts),
    optional("shared_experts", &Network::shared_experts),
    optional("expert_feed_forward", &Network::expert_feed_forward),
    optional("dense_layers", &Network::dense_layers),
    optional("input", &Network::input),
    optional("activations_m", &Network::activations),
    optional("training_activations_m", &Network::training_activations),
    optional("forward_gflops", &Network::forward),
    optional("parts", &Network::parts),
    optional("published_formats", &Network::published_formats),
    required("source", &Network::source),
    optional("note", &Network::note),
};

}  // namespace gpuadvisor
