#include "gpuadvisor/sizing/network_shape.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace gpuadvisor {
namespace {

constexpr double k_one_million = 1e6;
constexpr double k_bits_of_byte = 8;
constexpr double k_bytes_of_state = 4;
constexpr double k_bytes_of_selection = 2;

double expert_matrix_count(const Network& network) { return network.gated_feed_forward ? 3 : 2; }

double expert_parameters(const Network& network) {
  if (!network.experts) return 0;
  const double inner = network.expert_feed_forward.value_or(network.feed_forward.value_or(0));
  const double width = network.expert_hidden.value_or(network.hidden.value_or(0));
  return static_cast<double>(expert_layers(network)) * *network.experts * expert_matrix_count(network) * width * inner;
}

double parameters_of(const Network& network, PartRole role) {
  Millions sum;
  for (const NetworkPart& part : network.parts) {
    if (part.role == role) sum = sum + part.parameters;
  }
  return sum.value() * k_one_million;
}

/// Parameters of experts where their shape is that of another network. Known of this one are all that can be read (its
/// parameters but for embeddings that are looked up) and what one token reads. Of experts it reads a part, of the rest
/// all, so what it leaves is the other part of experts:
///
///   all - active = (1 - active_experts / experts) * experts in all
double experts_left_unread(const Network& network, double all) {
  const double part = static_cast<double>(network.active_experts.value_or(1)) / *network.experts;
  const double unread = std::max(all - network.active_parameters->value() * k_one_million, 0.0);
  return part < 1 ? unread / (1 - part) : unread;
}

/// Values of keys and values of one token, in a layer with a window or without one.
double cached_values(const Network& network, bool is_windowed) {
  if (network.kv_latent) return *network.kv_latent;
  const int heads = network.kv_heads.value_or(network.heads.value_or(0));
  const int width = head_width(network);
  if (is_windowed || (!network.full_kv_heads && !network.full_head_dim)) {
    return static_cast<double>(heads) * (width + network.value_head_dim.value_or(width));
  }
  const int full_width = network.full_head_dim.value_or(width);
  return static_cast<double>(network.full_kv_heads.value_or(heads)) *
         (full_width + network.value_head_dim.value_or(full_width));
}

/// The values of the convolution in front of a state: what its taps before the last have seen.
double convolution_values(const StateLayers& layers, const Network& network) {
  if (!layers.kernel) return 0;
  const double values = static_cast<double>(layers.heads.value_or(0)) * layers.value_dim.value_or(0);
  const double key_heads = layers.key_heads.value_or(layers.heads.value_or(0));
  const double keys = 2 * layers.groups.value_or(static_cast<int>(key_heads)) * layers.key_dim.value_or(0);
  const double width = layers.kind == StateKind::short_convolution ? network.hidden.value_or(0)
                       : layers.kind == StateKind::mamba_1         ? values
                                                                   : values + keys;
  return (*layers.kernel - 1) * width;
}

}  // namespace

bool has_borrowed_experts(const Network& network) {
  return !network.shape_from.empty() && network.experts && network.active_parameters;
}

ParameterSplit parameter_split(const Network& network) {
  const bool is_borrowed = has_borrowed_experts(network);
  double words = static_cast<double>(network.vocabulary.value_or(0)) * network.hidden.value_or(0);
  if (is_borrowed) words = std::min(words, network.active_parameters->value() * k_one_million);
  const double looked_up = static_cast<double>(network.vocabulary.value_or(0)) * network.layer_embedding.value_or(0) *
                           network.layers.value_or(0);
  const bool has_output = network.kind != NetworkKind::encoder && !network.tied_embeddings;
  ParameterSplit split;
  split.rest = network.parameters.value() * k_one_million;
  const auto take = [&](double parameters) {
    const double taken = std::min(parameters, split.rest);
    split.rest -= taken;
    return taken;
  };
  split.encoders = take(parameters_of(network, PartRole::encoder));
  split.drafts = take(parameters_of(network, PartRole::draft));
  split.embedding = take(words);
  split.layer_embeddings = take(looked_up + parameters_of(network, PartRole::table));
  split.output = has_output ? take(words) : 0;
  // All that is left is read, but for experts; of the token embedding only where it is the output, too.
  const double readable = split.rest + (has_output ? split.output : split.embedding);
  split.experts = take(is_borrowed ? experts_left_unread(network, readable) : expert_parameters(network));
  return split;
}

bool writes_language(const Network& network) {
  return !network.use || network.use == NetworkUse::language || network.use == NetworkUse::multimodal ||
         network.use == NetworkUse::documents;
}

int head_width(const Network& network) {
  return network.head_dim.value_or(network.hidden.value_or(0) / std::max(network.heads.value_or(1), 1));
}

int query_width(const Network& network) { return network.heads.value_or(0) * head_width(network); }

int key_width(const Network& network) {
  return network.kv_heads.value_or(network.heads.value_or(0)) * head_width(network);
}

double active_feed_forward(const Network& network) {
  if (!network.experts) return network.feed_forward.value_or(0);
  const double inner = network.expert_feed_forward.value_or(network.feed_forward.value_or(0));
  const double shared = network.shared_expert_feed_forward.value_or(network.shared_experts.value_or(0) * inner);
  return inner * network.active_experts.value_or(1) + shared;
}

int layer_count(const Network& network) {
  const int both = network.kind == NetworkKind::encoder_decoder || network.kind == NetworkKind::recurrent;
  return network.layers.value_or(0) + (both ? network.decoder_layers.value_or(0) : 0);
}

int layers_on_gpus(const Network& network, const MemoryJob& job) {
  return layer_count(network) - (network.experts ? 0 : job.layers_on_host);
}

double kv_bits(KvFormat format) {
  constexpr auto k_bits = std::to_array<double>({16, 8.5, 4.5});
  return k_bits[static_cast<std::size_t>(format)];
}

int expert_layers(const Network& network) {
  if (!network.experts) return 0;
  return network.feed_forward_layers.value_or(network.layers.value_or(0)) - network.dense_layers.value_or(0);
}

int movable_layers(const Network& network) {
  constexpr int k_blocks_in_turn = 2;  // one computes while the next is read
  if (network.kind == NetworkKind::diffusion) return std::max(network.layers.value_or(0) - k_blocks_in_turn, 0);
  if (network.kind != NetworkKind::decoder) return 0;
  return network.experts ? expert_layers(network) : network.layers.value_or(0);
}

CachingLayers caching_layers(const Network& network) {
  const int layers = network.layers.value_or(0);
  if (network.kind == NetworkKind::encoder_decoder) return {network.decoder_layers.value_or(layers), 0};
  const int attending = network.attention_layers.value_or(layers);
  const int windowed = network.window ? std::min(network.windowed_layers.value_or(attending), attending) : 0;
  const int full = attending - windowed;
  // Layers take turns, so those that reuse earlier keys and values are of both sorts alike.
  const int reused = std::min(network.reused_layers.value_or(0), attending);
  const int reused_full = attending > 0 ? (reused * full + attending / 2) / attending : 0;
  return {full - reused_full, windowed - (reused - reused_full)};
}

double kept_tokens(const Network& network, int tokens) {
  const CachingLayers layers = caching_layers(network);
  return static_cast<double>(layers.full) * tokens +
         static_cast<double>(layers.windowed) * std::min(tokens, network.window.value_or(tokens));
}

double kv_cache_bytes(const Network& network, int tokens, KvFormat format) {
  const CachingLayers layers = caching_layers(network);
  const double bytes_of_value = kv_bits(format) / k_bits_of_byte;
  const double windowed = static_cast<double>(layers.windowed) * std::min(tokens, network.window.value_or(tokens)) *
                          cached_values(network, true) * bytes_of_value;
  if (network.cache_bytes_per_token) {
    constexpr double k_stated_bytes_of_value = 2;
    return windowed + *network.cache_bytes_per_token / k_stated_bytes_of_value * bytes_of_value * tokens;
  }
  // A decoder beside an encoder also keeps keys and values of what the encoder read.
  const double sequences = network.kind == NetworkKind::encoder_decoder ? 2 : 1;
  const double full = static_cast<double>(layers.full) * tokens * cached_values(network, false) * bytes_of_value;
  const double selection = static_cast<double>(layers.full) * tokens * network.indexer_dim.value_or(0);
  return (windowed + full) * sequences + selection * k_bytes_of_selection;
}

double state_values(const Network& network) {
  double values = 0;
  for (const StateLayers& layers : network.state_layers) {
    const double matrix =
        static_cast<double>(layers.heads.value_or(0)) * layers.key_dim.value_or(0) * layers.value_dim.value_or(0);
    values += layers.layers * (matrix + convolution_values(layers, network));
  }
  return values;
}

double state_bytes(const Network& network) { return state_values(network) * k_bytes_of_state; }

double adapter_parameters(const Network& network, int rank, AdapterTargets targets) {
  const double width = network.hidden.value_or(0);
  const double queries = query_width(network);
  const double keys = key_width(network);
  double sides = (width + queries) + (width + keys);  // queries and values
  if (targets != AdapterTargets::query_value) sides += (width + keys) + (queries + width);
  double blocks = 0;  // widths on both sides of all blocks of feed-forward
  if (targets == AdapterTargets::all_linear || targets == AdapterTargets::experts) {
    const double inner = network.expert_feed_forward.value_or(network.feed_forward.value_or(0));
    const double shared = network.shared_expert_feed_forward.value_or(network.shared_experts.value_or(0) * inner);
    const double adapted = targets == AdapterTargets::experts ? network.experts.value_or(0) : 0;
    blocks += expert_layers(network) * (adapted * (width + inner) + (shared > 0 ? width + shared : 0));
    blocks += (network.feed_forward ? layer_count(network) - expert_layers(network) : 0) *
              (width + network.feed_forward.value_or(0));
  }
  return rank * (sides * layer_count(network) + expert_matrix_count(network) * blocks);
}

std::optional<ImageSize> input_size(const Network& network) {
  const std::string_view text = network.input;
  const char* const end = text.data() + text.size();
  ImageSize size;
  const auto width = std::from_chars(text.data(), end, size.width);
  if (width.ec != std::errc() || width.ptr == end || *width.ptr != 'x') return std::nullopt;
  const auto height = std::from_chars(width.ptr + 1, end, size.height);
  if (height.ec != std::errc() || size.width < 1 || size.height < 1) return std::nullopt;
  return size;
}

std::optional<int> input_frames(const Network& network) {
  constexpr std::string_view k_comma = ", ";
  const std::size_t at = network.input.find(k_comma);
  if (network.use != NetworkUse::video || at == std::string_view::npos) return std::nullopt;
  const std::string_view text = network.input.substr(at + k_comma.size());
  int frames = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), frames);
  return read.ec == std::errc() && frames >= 1 ? std::optional(frames) : std::nullopt;
}

std::optional<SoundWindow> input_sound(const Network& network) {
  constexpr std::string_view k_between = " s of speech, ";
  const std::size_t at = network.input.find(k_between);
  if (network.use != NetworkUse::speech_to_text || at == std::string_view::npos) return std::nullopt;
  SoundWindow window;
  const char* const end = network.input.data() + network.input.size();
  int seconds = 0;
  const auto first = std::from_chars(network.input.data(), end, seconds);
  const auto second = std::from_chars(network.input.data() + at + k_between.size(), end, window.frames);
  if (first.ec != std::errc() || second.ec != std::errc() || seconds < 1 || window.frames < 1) return std::nullopt;
  window.seconds = seconds;
  return window;
}

bool splits_by_layers(const Network& network) {
  switch (network.kind) {
    case NetworkKind::decoder:
    case NetworkKind::encoder:
    case NetworkKind::encoder_decoder:
      return network.layers.has_value();
    case NetworkKind::convolutional:
    case NetworkKind::recurrent:
    case NetworkKind::diffusion:
      break;
  }
  return false;
}

}  // namespace gpuadvisor
