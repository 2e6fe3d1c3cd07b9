#include "asked_network.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catalog/records/network_name.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "models/shape_limits.hpp"
#include "output_options.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::size_t k_suggested = 5;

/// "7B", "350M", "70.6 billion" in digits with a letter: millions.
Millions parameters_from(const std::string& text) {
  constexpr double k_most = 1e9;  // millions
  const char unit = text.empty() ? '\0' : text.back();
  const double factor = unit == 'T' || unit == 't'   ? 1e6
                        : unit == 'B' || unit == 'b' ? 1e3
                        : unit == 'M' || unit == 'm' ? 1
                                                     : 0;
  const auto number = number_from(factor == 0 ? text : text.substr(0, text.size() - 1));
  const double millions = number.value_or(0) * (factor == 0 ? 1e-6 : factor);
  if (millions > 0 && millions <= k_most) return Millions{millions};
  throw UsageError(
      fmt::format("--params: expected a number of parameters like 7B or 350M, found \"{}\"", printable(text)));
}

std::optional<int> figure(std::string_view option, const std::string& text, std::size_t most) {
  if (text.empty()) return std::nullopt;
  return static_cast<int>(whole_number(option, text, 1, most));
}

[[noreturn]] void refuse_name(const std::string& name, const Catalog& catalog) {
  const auto similar = similar_networks(catalog, name, k_suggested);
  const std::vector<std::string> shown(similar.begin(), similar.end());
  throw UsageError(
      fmt::format("no network is called \"{}\"{}; `memory --list` lists those known, and a file is named by its path "
                  "(config.json, .gguf, .safetensors)",
                  printable(name), shown.empty() ? "" : fmt::format(", did you mean {}?", enumeration(shown, "or"))));
}

}  // namespace

void NetworkOptions::add_to(OptionParser& parser) {
  parser.add("--params", parameters, "N", "Instead of MODEL: number of parameters (7B, 350M)");
  parser.add("--layers", layers, "N", "Number of layers (with --params)");
  parser.add("--hidden", hidden, "N", "Width of the hidden state");
  parser.add("--heads", heads, "N", "Number of attention heads");
  parser.add("--kv-heads", kv_heads, "N", "Number of key-value heads (as many as --heads)");
  parser.add("--head-dim", head_dim, "N", "Width of a head (hidden / heads)");
  parser.add("--ffn", feed_forward, "N", "Inner width of the feed-forward block");
  parser.add_flag("--gated", is_gated, "The feed-forward block has three matrices (SwiGLU)");
  parser.add("--vocab", vocabulary, "N", "Vocabulary size");
}

bool NetworkOptions::is_given() const {
  const auto is_empty = [](const std::string* text) { return text->empty(); };
  const auto all = {&parameters, &layers, &hidden, &heads, &kv_heads, &head_dim, &feed_forward, &vocabulary};
  return is_gated || !std::all_of(all.begin(), all.end(), is_empty);
}

Network NetworkOptions::network() const {
  if (parameters.empty()) throw UsageError("--params: expected a number of parameters like 7B, found none");
  Network network;
  network.name = "A network as described";
  network.parameters = parameters_from(parameters);
  network.layers = figure("--layers", layers, ShapeLimits::layers);
  network.hidden = figure("--hidden", hidden, ShapeLimits::width);
  network.heads = figure("--heads", heads, ShapeLimits::heads);
  network.kv_heads = figure("--kv-heads", kv_heads, ShapeLimits::heads);
  network.head_dim = figure("--head-dim", head_dim, ShapeLimits::head_width);
  network.feed_forward = figure("--ffn", feed_forward, ShapeLimits::width);
  network.vocabulary = figure("--vocab", vocabulary, ShapeLimits::width);
  network.gated_feed_forward = is_gated;
  if (network.kv_heads && network.heads && *network.heads % *network.kv_heads != 0) {
    throw UsageError(fmt::format("--kv-heads: expected a number that divides the {} heads, found {}", *network.heads,
                                 *network.kv_heads));
  }
  return network;
}

AskedNetwork asked_network(const std::vector<std::string>& words, const NetworkOptions& options,
                           const Catalog& catalog) {
  if (words.empty()) {
    if (options.is_given()) return {options.network(), std::nullopt};
    throw UsageError("expected a network like llama-3-8b, a file like config.json, or --params; --list lists networks");
  }
  if (options.is_given()) throw UsageError("--params and the other figures of a shape do not go with a MODEL");
  std::string name;
  for (const std::string& word : words) name += (name.empty() ? "" : " ") + word;
  if (is_model_file(name)) {
    ModelFile file = read_model_file(name);
    return {file.network, std::move(file)};
  }
  const Network* network = find_network(catalog, name);
  if (network == nullptr) refuse_name(name, catalog);
  return {*network, std::nullopt};
}

std::vector<const Network*> networks_with(const std::vector<std::string>& words, const Catalog& catalog) {
  std::vector<const Network*> found;
  for (const Network& network : catalog.records<Network>()) {
    std::string names =
        folded_name(network.id) + ' ' + folded_name(network.name) + ' ' + std::string(enum_name(network.kind));
    for (const auto alias : network.aliases) names += ' ' + folded_name(alias);
    const bool has_all = std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return names.find(folded_name(word)) != std::string::npos;
    });
    if (has_all) found.push_back(&network);
  }
  return found;
}

}  // namespace gpuadvisor::cli
