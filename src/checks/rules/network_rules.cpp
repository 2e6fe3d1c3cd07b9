#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/sizing/weight_format.hpp"
#include "models/parameter_count.hpp"
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
  for (const Network& network : data.catalog.records<Network>()) {
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

constexpr auto k_shape_bounds = std::to_array<Bound>({
    {{"windowed_layers", &Network::windowed_layers}, {"layers", &Network::layers}},
    {{"dense_layers", &Network::dense_layers}, {"layers", &Network::layers}},
    {{"attention_layers", &Network::attention_layers}, {"layers", &Network::layers}},
    {{"feed_forward_layers", &Network::feed_forward_layers}, {"layers", &Network::layers}},
    {{"reused_layers", &Network::reused_layers}, {"layers", &Network::layers}},
    {{"layer_embedding", &Network::layer_embedding}, {"hidden", &Network::hidden}},
    {{"expert_hidden", &Network::expert_hidden}, {"hidden", &Network::hidden}},
    {{"full_kv_heads", &Network::full_kv_heads}, {"heads", &Network::heads}},
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
    {{"full_heads", &Network::full_heads}, {"window", &Network::window}},
    {{"full_kv_heads", &Network::full_kv_heads}, {"window", &Network::window}},
    {{"full_head_dim", &Network::full_head_dim}, {"window", &Network::window}},
    {{"reused_layers", &Network::reused_layers}, {"window", &Network::window}},
    {{"indexer_heads", &Network::indexer_heads}, {"indexer_dim", &Network::indexer_dim}},
    {{"expert_hidden", &Network::expert_hidden}, {"experts", &Network::experts}},
    {{"shared_expert_feed_forward", &Network::shared_expert_feed_forward}, {"experts", &Network::experts}},
    {{"hidden", &Network::hidden}, {"layers", &Network::layers}},
    {{"hidden", &Network::hidden}, {"heads", &Network::heads}},
    {{"context", &Network::context}, {"vocabulary", &Network::vocabulary}},
});

/// Layers of every sort are all layers, and what shares heads divides them.
void judge_layers(const CheckedData& data, Findings& findings) {
  for_each_checked(data, [&](const Network& network) {
    int states = 0;
    for (const StateLayers& layers : network.state_layers) {
      states += layers.layers;
      for (const auto& [key, shared] : {std::pair{"key_heads", layers.key_heads}, std::pair{"groups", layers.groups}}) {
        if (!shared || !layers.heads || *layers.heads % *shared == 0) continue;
        report(
            data, network, "state_layers",
            fmt::format("found {} {} for {} heads, expected a number that divides them", *shared, key, *layers.heads),
            findings);
      }
    }
    if (!network.layers || (states == 0 && !network.attention_layers)) return;
    const int sum = states + network.attention_layers.value_or(0) + network.feed_forward_layers.value_or(0);
    if (sum == *network.layers) return;
    report(data, network, "layers",
           fmt::format("found {}, of which {} attend, {} keep a state and {} are feed-forward blocks alone",
                       *network.layers, network.attention_layers.value_or(0), states,
                       network.feed_forward_layers.value_or(0)),
           findings);
  });
}

/// What networks are used for, by how they are built.
void judge_use(const CheckedData& data, Findings& findings) {
  for_each_checked(data, [&](const Network& network) {
    if (!network.use) return;
    const bool paints = network.use == NetworkUse::images || network.use == NetworkUse::video;
    const bool writes = network.use == NetworkUse::multimodal || network.use == NetworkUse::documents ||
                        network.use == NetworkUse::robotics;
    const bool is_decoder = network.kind == NetworkKind::decoder;
    const bool is_diffusion = network.kind == NetworkKind::diffusion;
    if ((!is_diffusion || paints) && (!paints || !is_decoder) && (!writes || is_decoder)) return;
    report(data, network, "use",
           fmt::format("found {} of a model that is {}", enum_name(*network.use), enum_name(network.kind)), findings);
  });
}

void judge_shape(const CheckedData& data, Findings& findings) {
  for_each_checked(data, [&](const Network& network) {
    for (const auto& [part, whole] : k_shape_bounds) {
      const auto value = network.*part.value;
      const auto most = network.*whole.value;
      if (!value || !most || *value < *most) continue;
      report(data, network, part.key,
             fmt::format("found {}, expected fewer than the {} of {}", *value, *most, whole.key), findings);
    }
    for (const auto& [one, other] : k_pairs) {
      const bool is_known = is_stack(network) && network.hidden;  // what is published may tell some layers' shape alone
      if (!(network.*one.value) || network.*other.value || !is_known) continue;
      report(data, network, one.key, fmt::format("found {} without {}", one.key, other.key), findings);
    }
    if (!is_stack(network) || !network.hidden || !network.heads) return;
    if (!network.head_dim && *network.hidden % *network.heads != 0) {
      report(data, network, "heads",
             fmt::format("found {} heads for a width of {}: expected a whole width each, or a head_dim", *network.heads,
                         *network.hidden),
             findings);
    }
    constexpr int k_before_text = 2;  // RoBERTa's padding has positions of its own
    if (network.positions && network.context &&
        (*network.positions < *network.context || *network.positions > *network.context + k_before_text)) {
      report(data, network, "positions",
             fmt::format("found {} positions for a context of {}", *network.positions, *network.context), findings);
    }
    if (!network.feed_forward && !network.experts) {
      report(data, network, "", "found neither feed_forward nor experts", findings);
    }
  });
}

void judge_parts(const CheckedData& data, Findings& findings) {
  constexpr double k_rounding = 0.0005;
  for_each_checked(data, [&](const Network& network) {
    if (network.kind == NetworkKind::encoder_decoder && network.layers && !network.decoder_layers) {
      report(data, network, "", "found an encoder-decoder without decoder_layers", findings);
    }
    if (network.layers && network.decoder_layers && *network.decoder_layers > *network.layers) {
      report(data, network, "decoder_layers",
             fmt::format("found {}, expected at most as many as the encoder's {}", *network.decoder_layers,
                         *network.layers),
             findings);
    }
    if (network.parts.empty()) return;
    Millions sum;
    for (const NetworkPart& part : network.parts) sum = sum + part.parameters;
    if (std::abs(sum.value() / network.parameters.value() - 1) <= k_rounding) return;
    report(
        data, network, "parts",
        fmt::format("found parts of {:g} million together, and {:g} in all", sum.value(), network.parameters.value()),
        findings);
  });
}

/// Widths are made of blocks that hardware handles whole.
constexpr auto k_widths = std::to_array<Member>({
    {"hidden", &Network::hidden},
    {"head_dim", &Network::head_dim},
    {"feed_forward", &Network::feed_forward},
    {"kv_latent", &Network::kv_latent},
    {"query_latent", &Network::query_latent},
    {"rope_dim", &Network::rope_dim},
    {"value_head_dim", &Network::value_head_dim},
    {"expert_feed_forward", &Network::expert_feed_forward},
    {"shared_expert_feed_forward", &Network::shared_expert_feed_forward},
    {"expert_hidden", &Network::expert_hidden},
    {"full_head_dim", &Network::full_head_dim},
    {"layer_embedding", &Network::layer_embedding},
    {"indexer_dim", &Network::indexer_dim},
    {"context", &Network::context},
});

/// What is halved again and again: patches by the blocks of an image decoder, windows by tiles of attention.
constexpr auto k_powers_of_two = std::to_array<Member>({
    {"patch_pixels", &Network::patch_pixels},
    {"window", &Network::window},
});

bool is_power_of_two(int value) { return value > 0 && (value & (value - 1)) == 0; }

void judge_widths(const CheckedData& data, Findings& findings) {
  constexpr int k_block = 8;
  for_each_checked(data, [&](const Network& network) {
    for (const auto& [key, member] : k_widths) {
      const auto width = network.*member;
      if (!width || *width % k_block == 0) continue;
      report(data, network, key, fmt::format("found {}, expected a multiple of {}", *width, k_block), findings);
    }
    for (const auto& [key, member] : k_powers_of_two) {
      const auto value = network.*member;
      // Some windows leave out the token that looks back.
      if (!value || is_power_of_two(*value) || is_power_of_two(*value + 1)) continue;
      report(data, network, key, fmt::format("found {}, expected a power of 2", *value), findings);
    }
    constexpr int k_most_heads = 4;  // what keys are compressed to, in widths of one head, without positions
    if (!network.kv_latent || !network.rope_dim || !network.value_head_dim) return;
    const int most = k_most_heads * *network.value_head_dim;
    if (*network.kv_latent - *network.rope_dim <= most) return;
    report(data, network, "kv_latent",
           fmt::format("found {}, expected at most {} values of {} heads' width and {} of positions",
                       *network.kv_latent, most, k_most_heads, *network.rope_dim),
           findings);
  });
}

/// The parameters of a denoiser; of a network without parts, all.
Millions denoiser_parameters(const Network& network) {
  const auto at = std::find_if(network.parts.begin(), network.parts.end(),
                               [](const NetworkPart& part) { return part.name.starts_with("denoiser"); });
  return at == network.parts.end() ? network.parameters : at->parameters;
}

/// The layers of a network of images or video take 5 to 90 squares of its width.
void judge_denoiser(const CheckedData& data, Findings& findings) {
  constexpr double k_least = 5;
  constexpr double k_most = 90;  // cross attention, and networks that keep a language model in front
  for_each_checked(data, [&](const Network& network) {
    if (network.kind != NetworkKind::diffusion || !network.layers || !network.hidden) return;
    const double square = 1e-6 * *network.hidden * *network.hidden;
    const Millions stated = denoiser_parameters(network);
    const double each = stated.value() / *network.layers / square;
    if (each >= k_least && each <= k_most) return;
    report(data, network, "hidden",
           fmt::format("found a width of {} and {} layers for {:g} million parameters: {:.2g} squares of the width a "
                       "layer; models so far have {:g} to {:g}",
                       *network.hidden, *network.layers, stated.value(), each, k_least, k_most),
           findings);
  });
}

void judge_work(const CheckedData& data, Findings& findings) {
  struct Bounds {
    double low;
    double high;
  };
  constexpr Bounds k_per_output{50, 5000};  // operations: depthwise convolutions do few, large images many
  constexpr Bounds k_per_parameter{15, 15000};
  for_each_checked(data, [&](const Network& network) {
    if (!network.forward) return;
    constexpr double k_thousand = 1000;  // giga in mega
    const double operations = network.forward->value() * k_thousand;
    const auto judge = [&](std::string_view key, const std::optional<Millions>& values, const Bounds& bounds) {
      if (!values) return;
      const double each = operations / values->value();
      if (each >= bounds.low && each <= bounds.high) return;
      report(data, network, key,
             fmt::format("found {:g} million for {:g} GFLOPS: {:.3g} operations each; models so far have {:g} to {:g}",
                         values->value(), network.forward->value(), each, bounds.low, bounds.high),
             findings);
    };
    judge("activations_m", network.activations, k_per_output);
    judge("parameters_m", network.parameters, k_per_parameter);
    constexpr double k_most_training = 10;  // times the outputs of the network itself
    if (network.activations && network.training_activations &&
        network.training_activations->value() > k_most_training * network.activations->value()) {
      report(data, network, "training_activations_m",
             fmt::format("found {:g} million beside activations_m of {:g}", network.training_activations->value(),
                         network.activations->value()),
             findings);
    }
  });
}

void judge_formats(const CheckedData& data, Findings& findings) {
  std::vector<std::string_view> known;
  known.reserve(weight_formats().size());
  for (const WeightFormat& format : weight_formats()) known.push_back(format.id);
  for_each_checked(data, [&](const Network& network) {
    for (const std::string_view format : network.published_formats) {
      if (contains(known, format)) continue;
      report(
          data, network, "published_formats",
          fmt::format("found \"{}\", expected a format of --quant{}", printable(format), did_you_mean(format, known)),
          findings);
    }
  });
  // Rounding may help a little by chance, and ruins a network in full.
  constexpr double k_least_ratio = 0.95;
  data.index.for_each("format_quality", [&](const Place& place, const Json& record) {
    const Json* const format = record.find("format");
    if (format != nullptr && !contains(known, std::string_view(format->string))) {
      findings.add("", place,
                   fmt::format("found \"{}\", expected a format of --quant{}", printable(format->string),
                               did_you_mean(format->string, known)));
    }
    const Json* const perplexity = record.find("perplexity");
    const Json* const whole = record.find("in_16_bits");
    if (perplexity != nullptr && whole != nullptr && perplexity->number < k_least_ratio * whole->number) {
      findings.add("", place, "a perplexity in fewer bits that is far below that in 16 bits");
    }
  });
}

void judge_whole_shape(const CheckedData& data, Findings& findings) {
  judge_shape(data, findings);
  judge_layers(data, findings);
  judge_use(data, findings);
  judge_widths(data, findings);
  judge_denoiser(data, findings);
  judge_parts(data, findings);
}

constexpr auto k_network_rules = std::to_array<Rule>({
    {"network-work", Severity::warning, "The operations of a model do not go with its size",
     "A model does tens to thousands of operations for each value that it computes, and for each parameter. Beyond "
     "that one of the figures is in another unit, or of another input.",
     judge_work},
    {"network-parameters", Severity::error, "The parameters of a model are not those of its shape",
     "Layers, widths, heads, experts and vocabulary give the number of parameters of a stack of attention layers. More "
     "than 1 % off for decoders, or 3 % for what has patches or convolutions in front, says that one of them is that "
     "of a sibling; memory and speed would be told for a model that does not exist.",
     judge_parameters},
    {"network-format", Severity::error, "A model is published in a format that is not known",
     "Without --quant, models are sized in the format that their publisher gives out. One that is not known would be "
     "passed over, and the model taken in a larger or smaller one without a word.",
     judge_formats},
    {"network-shape", Severity::error, "The shape of a model contradicts itself",
     "Parts are fewer than the whole, or add up to it, heads divide the width, widths are multiples of 8, patches and "
     "windows powers of 2, learned positions are as many as the context has, layers of all sorts are as many as there "
     "are, what describes experts, compressed keys or windows comes together, layers of image models are as large as "
     "their width makes them, and what a model is used for goes with how it is built.",
     judge_whole_shape},
});

}  // namespace

std::span<const Rule> network_rules() { return k_network_rules; }

}  // namespace gpuadvisor
