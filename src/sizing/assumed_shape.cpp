#include "assumed_shape.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace gpuadvisor {
namespace {

using Figure = std::optional<int> Network::*;

/// Of a network whose tokens use a part of it, experts are a part of its block.
bool has_block(const Network& network) {
  const bool has_experts = network.experts || !network.active_parameters;
  return has_experts && (network.feed_forward || network.expert_feed_forward);
}

bool is_complete(const Network& network) {
  return network.layers && network.hidden && network.heads && has_block(network);
}

bool has_experts(const Network& network) { return network.experts || network.active_parameters; }

/// How unlike in size two networks are. A year of age counts like a tenth of the size, since shapes change with time.
double distance(const Network& network, const Network& other, int this_year) {
  constexpr double k_per_year = 0.1;
  double unlike = std::abs(std::log(other.parameters.value() / network.parameters.value()));
  if (network.active_parameters && other.active_parameters) {
    unlike += std::abs(std::log(other.active_parameters->value() / network.active_parameters->value()));
  }
  return unlike + k_per_year * (this_year - (other.released ? other.released->year() : 0));
}

const Network* nearest(const Network& network, const Catalog& catalog) {
  const Network* best = nullptr;
  double least = std::numeric_limits<double>::max();
  const int this_year = catalog.as_of() ? static_cast<int>(catalog.as_of()->year()) : 0;
  for (const Network& other : catalog.records<Network>()) {
    const bool is_like = other.kind == network.kind && has_experts(other) == has_experts(network);
    if (!is_like || !is_complete(other) || other.layer_embedding) continue;
    const double unlike = distance(network, other, this_year);
    if (unlike < least) {
      least = unlike;
      best = &other;
    }
  }
  return best;
}

constexpr auto k_of_caches = std::to_array<Figure>(
    {&Network::layers, &Network::heads, &Network::kv_heads, &Network::head_dim, &Network::attention_layers,
     &Network::window, &Network::windowed_layers, &Network::reused_layers, &Network::full_heads,
     &Network::full_kv_heads, &Network::full_head_dim, &Network::kv_latent, &Network::query_latent, &Network::rope_dim,
     &Network::value_head_dim, &Network::indexer_dim, &Network::indexer_heads});

constexpr auto k_of_experts = std::to_array<Figure>(
    {&Network::experts, &Network::active_experts, &Network::shared_experts, &Network::expert_feed_forward,
     &Network::shared_expert_feed_forward, &Network::expert_hidden, &Network::dense_layers, &Network::feed_forward});

constexpr auto k_of_width = std::to_array<Figure>({&Network::hidden, &Network::layers, &Network::heads});

}  // namespace

Network with_assumed_shape(const Network& network, const Catalog& catalog) {
  const bool has_size = network.parameters > Millions{0};
  if (network.kind != NetworkKind::decoder || is_complete(network) || !has_size) return network;
  const Network* like = nearest(network, catalog);
  if (like == nullptr) return network;
  Network whole = network;
  whole.shape_from = like->name;
  const auto take = [&](Figure figure) {
    if (!(whole.*figure)) whole.*figure = like->*figure;
  };
  // Heads, windows and layers belong together: those of two networks would make a third that nobody built.
  const bool knows_caches = network.layers || network.heads || network.cache_bytes_per_token;
  if (!knows_caches) {
    for (const Figure figure : k_of_caches) take(figure);
    whole.state_layers = like->state_layers;
  }
  if (!has_block(network)) {
    for (const Figure figure : k_of_experts) take(figure);
    whole.gated_feed_forward = like->gated_feed_forward;
  }
  for (const Figure figure : k_of_width) take(figure);
  take(&Network::vocabulary);
  take(&Network::context);
  if (!network.vocabulary) whole.tied_embeddings = like->tied_embeddings;
  return whole;
}

}  // namespace gpuadvisor
