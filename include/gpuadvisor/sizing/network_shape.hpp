#pragma once

#include <optional>

#include "gpuadvisor/catalog/network.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"

namespace gpuadvisor {

/// The parameters of a network by how formats keep them. They add up to Network::parameters.
struct ParameterSplit {
  double embedding = 0;         // token embedding
  double layer_embeddings = 0;  // embeddings of layers and tables, which are looked up too
  double output = 0;            // output matrix; 0 where it is the token embedding
  double experts = 0;           // matrices of experts
  double rest = 0;              // all other matrices, norms and biases
  double encoders = 0;          // of images and sound, in parts of their own
  double drafts = 0;            // of what guesses further tokens
};

/// Whether the shape of its experts is assumed, while the parameters that one token uses are its own: they decide then.
[[nodiscard]] bool has_borrowed_experts(const Network& network);

/// Requires a vocabulary and a width for networks of attention layers; others are all `rest`.
[[nodiscard]] ParameterSplit parameter_split(const Network& network);

/// Whether GPUs that run it can hold some layers each: engines do so with stacks of attention layers, not with
/// convolutions, recurrent cells or networks of parts.
[[nodiscard]] bool splits_by_layers(const Network& network);

/// Whether what it gives out is language, as far as that is known: networks for embeddings, speech, vision and robots
/// are run in other formats, and their tokens are no text.
[[nodiscard]] bool writes_language(const Network& network);

/// Width of a head, width of all queries, and of all keys (or values) of one token and layer.
[[nodiscard]] int head_width(const Network& network);
[[nodiscard]] int query_width(const Network& network);
[[nodiscard]] int key_width(const Network& network);

/// Inner width of the feed-forward block that one token passes: the active and shared experts together.
[[nodiscard]] double active_feed_forward(const Network& network);

/// Layers of encoder and decoder together.
[[nodiscard]] int layer_count(const Network& network);

/// Layers of it that GPUs hold: all but those that are as a whole in the host's memory.
[[nodiscard]] int layers_on_gpus(const Network& network, const MemoryJob& job);

/// Layers that keep keys and values of their own, by whether a window bounds how many.
struct CachingLayers {
  int full = 0;
  int windowed = 0;
};

[[nodiscard]] CachingLayers caching_layers(const Network& network);

/// Layers with experts; 0 of a network without.
[[nodiscard]] int expert_layers(const Network& network);

/// The layers of a decoder that a host's memory can hold for a GPU: their experts, which few tokens use, or all of them
/// where there are no experts.
[[nodiscard]] int movable_layers(const Network& network);

/// Tokens whose keys and values are kept, summed over layers: windowed ones keep no more than their window.
[[nodiscard]] double kept_tokens(const Network& network, int tokens);

/// Bytes of keys and values for one sequence of `tokens`, with what selects among them in 16 bits.
///
///   kv_heads * (head_dim + value_head_dim) * tokens * bits / 8 for each layer, or kv_latent * tokens * bits / 8
///
/// Layers that keep a state are not counted: state_bytes(). Requires layers and heads, or a latent width.
/// Source: docs/memory.md#keys-and-values.
[[nodiscard]] double kv_cache_bytes(const Network& network, int tokens, KvFormat format);

/// Values of the states of one sequence, with those of the convolutions in front of them; 0 where a shape is not known.
[[nodiscard]] double state_values(const Network& network);

/// The same in bytes: states are kept in 32 bits, however long the sequence is.
[[nodiscard]] double state_bytes(const Network& network);

/// Bits of one key or value: 16, 8.5 or 4.5 (blocks of 32 with a 16-bit scale).
[[nodiscard]] double kv_bits(KvFormat format);

/// Parameters of adapters: the sum of rank * (inputs + outputs) over the matrices that have one.
[[nodiscard]] double adapter_parameters(const Network& network, int rank, AdapterTargets targets);

/// Width and height that a network's `input` names ("224x224 RGB"); nothing where it names none.
[[nodiscard]] std::optional<ImageSize> input_size(const Network& network);

/// Frames of a video that its `input` names ("832x480 RGB, 81 frames"); nothing where it names none.
[[nodiscard]] std::optional<int> input_frames(const Network& network);

/// What a network that transcribes speech hears at a time, as its `input` names it ("30 s of speech, 1500 frames").
struct SoundWindow {
  double seconds = 0;
  int frames = 0;  // that its encoder makes of it
};
[[nodiscard]] std::optional<SoundWindow> input_sound(const Network& network);

}  // namespace gpuadvisor
