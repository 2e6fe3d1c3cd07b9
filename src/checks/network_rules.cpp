#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "gpuadvisor/models/parameter_count.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

bool is_stack(const Network& network) {
  return network.kind == NetworkKind::decoder || network.kind == NetworkKind::encoder ||
         network.kind == NetworkKind::encoder_decoder;
}

/// The networks that are checked, with their place.
template <class Visit>
void for_each_checked(const CheckedData& data, Visit visit) {
  for (const Network& network : data.catalog.tables().networks) {
    if (data.index.has("models", std::string(network.id))) visit(network);
  }
}

void report(const CheckedData& data, const Network& network, std::string_view member, std::string message,
            Findings& findings) {
  findings.add(network.id, data.index.place("models", std::string(network.id), member), std::move(message));
}

/// What a count by shape is compared with: the whole, or its first part, whose shape it is.
Millions stated_parameters(const Network& network) {
  return network.parts.empty() ? network.parameters : network.parts.front().parameters;
}

void judge_parameters(const CheckedData& data, Findings& findings) {
  constexpr double k_decoder = 0.01;  // norms, biases, and rounding of what is published
  constexpr double k_other = 0.03;    // patches, poolers and convolutions before the layers, too
  for_each_checked(data, [&](const Network& network) {
    const ModelFamily family{.name = "", .kind = network.kind, .is_gated = network.gated_feed_forward};
    const auto counted = is_stack(network) ? counted_parameters(network, family) : std::nullopt;
    if (!counted) return;
    const double stated = stated_parameters(network).value();
    const double most = network.kind == NetworkKind::decoder ? k_decoder : k_other;
    if (std::abs(counted->all.value() / stated - 1) > most) {
      report(data, network, "parameters_m",
             fmt::format("found {:g} million; by layers, widths and vocabulary they are {:.4g}", stated,
                         counted->all.value()),
             findings);
    }
    if (!network.active_parameters) return;
    // Publishers count all embeddings as active, or one of two, or none.
    constexpr double k_rounding = 0.03;
    const double embeddings = 2e-6 * network.vocabulary.value_or(0) * *network.hidden;
    const double active = network.active_parameters->value();
    const double high = counted->active.value() * (1 + k_rounding);
    const double low = (counted->active.value() - embeddings) * (1 - k_rounding);
    if (active >= low && active <= high) return;
    report(data, network, "active_parameters_m",
           fmt::format("found {:g} million; by the experts that a token passes they are {:.4g} to {:.4g}", active, low,
                       high),
           findings);
  });
}

struct Member {
  std::string_view key;
  std::optional<int> Network::*value;
};

/// A figure that must be below another where it is given.
struct Bound {
  Member part;
  Member whole;
};

constexpr auto k_bounds = std::to_array<Bound>({
    {{"windowed_layers", &Network::windowed_layers}, {"layers", &Network::layers}},
    {{"dense_layers", &Network::dense_layers}, {"layers", &Network::layers}},
    {{"attention_layers", &Network::attention_layers}, {"layers", &Network::layers}},
    {{"active_experts", &Network::active_experts}, {"experts", &Network::experts}},
    {{"shared_experts", &Network::shared_experts}, {"experts", &Network::experts}},
    {{"rope_dim", &Network::rope_dim}, {"head_dim", &Network::head_dim}},
    {{"rope_dim", &Network::rope_dim}, {"kv_latent", &Network::kv_latent}},
    {{"window", &Network::window}, {"context", &Network::context}},
    {{"kv_heads", &Network::kv_heads}, {"heads", &Network::heads}},
});

/// Figures that come together.
struct Pair {
  Member one;
  Member other;
};

constexpr auto k_pairs = std::to_array<Pair>({
    {{"experts", &Network::experts}, {"active_experts", &Network::active_experts}},
    {{"experts", &Network::experts}, {"expert_feed_forward", &Network::expert_feed_forward}},
    {{"active_experts", &Network::active_experts}, {"experts", &Network::experts}},
    {{"expert_feed_forward", &Network::expert_feed_forward}, {"experts", &Network::experts}},
    {{"kv_latent", &Network::kv_latent}, {"rope_dim", &Network::rope_dim}},
    {{"kv_latent", &Network::kv_latent}, {"value_head_dim", &Network::value_head_dim}},
    {{"rope_dim", &Network::rope_dim}, {"kv_latent", &Network::kv_latent}},
    {{"windowed_layers", &Network::windowed_layers}, {"window", &Network::window}},
    {{"hidden", &Network::hidden}, {"layers", &Network::layers}},
    {{"layers", &Network::layers}, {"hidden", &Network::hidden}},
    {{"layers", &Network::layers}, {"heads", &Network::heads}},
    {{"context", &Network::context}, {"vocabulary", &Network::vocabulary}},
});

void judge_shape(const CheckedData& data, Findings& findings) {
  for_each_checked(data, [&](const Network& network) {
    for (const auto& [part, whole] : k_bounds) {
      const auto value = network.*part.value;
      const auto most = network.*whole.value;
      if (!value || !most || *value < *most) continue;
      report(data, network, part.key,
             fmt::format("found {}, expected fewer than the {} of {}", *value, *most, whole.key), findings);
    }
    for (const auto& [one, other] : k_pairs) {
      if (!(network.*one.value) || network.*other.value || !is_stack(network)) continue;
      report(data, network, one.key, fmt::format("found {} without {}", one.key, other.key), findings);
    }
    if (!is_stack(network) || !network.hidden || !network.heads) return;
    if (!network.head_dim && *network.hidden % *network.heads != 0) {
      report(data, network, "heads",
             fmt::format("found {} heads for a width of {}: expected a whole width each, or a head_dim", *network.heads,
                         *network.hidden),
             findings);
    }
    if (!network.feed_forward && !network.experts) {
      report(data, network, "", "found neither feed_forward nor experts", findings);
    }
  });
}

constexpr auto k_rules = std::to_array<Rule>({
    {"network-parameters", Severity::error, "The parameters of a network are not those of its shape",
     "Layers, widths, heads, experts and vocabulary give the number of parameters of a stack of attention layers. More "
     "than 1 % off for decoders, or 3 % for what has patches or convolutions in front, says that one of them is that "
     "of "
     "a sibling; memory and speed would be told for a network that does not exist.",
     judge_parameters},
    {"network-shape", Severity::error, "The shape of a network contradicts itself",
     "Parts are fewer than the whole, heads divide the width, and what describes experts, compressed keys or windows "
     "comes together.",
     judge_shape},
});

}  // namespace

std::span<const Rule> network_rules() { return k_rules; }

}  // namespace gpuadvisor
