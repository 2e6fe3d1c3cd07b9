#include "asked_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "catalog/records/network_name.hpp"
#include "catalog/records/typed_network.hpp"
#include "cli/words/vocabulary.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "models/shape_limits.hpp"
#include "named_value.hpp"
#include "sizing/assumed_shape.hpp"
#include "sizing/named_model.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::size_t k_suggested = 5;

/// "7B", "350M", "70.6 billion" in digits with a letter: millions.
Millions parameters_from(std::string_view option, std::string_view text) {
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
      fmt::format("{}: expected a number of parameters like 7B or 350M, found \"{}\"", option, printable(text)));
}

/// What words of --list are looked for in.
std::vector<std::string> listed_texts(const Network& network) {
  std::vector<std::string> texts{std::string(network.id), std::string(network.name), std::string(network.publisher),
                                 std::string(network.licence), std::string(enum_name(network.kind))};
  if (network.use) texts.emplace_back(enum_name(*network.use));
  if (network.released) texts.push_back(network.released->text());
  texts.insert(texts.end(), network.aliases.begin(), network.aliases.end());
  return texts;
}

[[noreturn]] void refuse_name(const std::string& name, const Catalog& catalog) {
  if (const auto workload = workload_of_word(name); !workload.empty()) {
    throw UsageError(fmt::format("\"{}\" is a kind of work: --workload {}", printable(name), workload));
  }
  const auto similar = similar_networks(catalog, name, k_suggested);
  const std::vector<std::string> shown(similar.begin(), similar.end());
  throw UsageError(fmt::format("unknown model \"{}\"{}", printable(name),
                               shown.empty()
                                   ? "; `gpuadvisor memory --list` shows all; or give its size, --params 7B, or a file"
                                   : fmt::format(", did you mean {}?", enumeration(shown, "or"))));
}

/// The network of the catalog with these layers, width, heads, vocabulary and experts; null where there is none.
const Network* network_of_figures(const Network& shape, const Catalog& catalog) {
  if (!shape.layers || !shape.hidden || !shape.heads || !shape.vocabulary) return nullptr;
  const auto networks = catalog.records<Network>();
  const auto at = std::find_if(networks.begin(), networks.end(), [&](const Network& one) {
    return one.layers == shape.layers && one.hidden == shape.hidden && one.heads == shape.heads &&
           one.vocabulary == shape.vocabulary && one.experts == shape.experts;
  });
  return at == networks.end() ? nullptr : &*at;
}

/// A file of a family that is not known is that of a network of the catalog with its figures, or as large as its
/// weights; else it is refused.
void complete_unknown(ModelFile& file, const Catalog& catalog) {
  const std::string_view name = file.network.name;
  if (const Network* known = network_of_figures(file.network, catalog)) {
    file.remarks.push_back(fmt::format("Its figures are those of {}, as the catalog has it.", known->name));
    const auto context = file.network.context;
    file.network = *known;
    if (context) file.network.context = context;
    file.has_parameters = true;
  } else if (file.stored) {
    file.remarks.push_back(fmt::format(
        "The family \"{}\" is not known: only the size of the weights is, from their bytes.", file.unknown_family));
    file.network = Network();
  } else {
    refuse_unknown_family(file);
  }
  file.network.name = name;
}

}  // namespace

void NetworkOptions::add_to(OptionParser& parser) {
  parser.name_first_given(&first_given);
  const auto width = whole_number_in(1, ShapeLimits::k_width);
  const auto heads = whole_number_in(1, ShapeLimits::k_heads);
  parser.add("--params", described.parameters, "N", "Instead of MODEL: number of parameters (7B, 350M)",
             parameters_from);
  parser.add("--active", described.active_parameters, "N", "With experts: parameters that one token uses (3B)",
             parameters_from);
  parser.add("--layers", described.layers, "N", "Number of layers (with --params)",
             whole_number_in(1, ShapeLimits::k_layers));
  parser.add("--hidden", described.hidden, "N", "Width of the hidden state", width);
  parser.add("--heads", described.heads, "N", "Number of attention heads", heads);
  parser.add("--kv-heads", described.kv_heads, "N", "Number of key-value heads (as many as --heads)", heads);
  parser.add("--head-dim", described.head_dim, "N", "Width of a head (hidden / heads)",
             whole_number_in(1, ShapeLimits::k_head_width));
  parser.add("--ffn", described.feed_forward, "N", "Inner width of the feed-forward block", width);
  parser.add_flag("--gated", described.gated_feed_forward, "The feed-forward block has three matrices (SwiGLU)");
  parser.add("--vocab", described.vocabulary, "N", "Vocabulary size", width);
  parser.name_first_given(nullptr);
}

Network NetworkOptions::network() const {
  if (described.parameters == Millions{0}) {
    throw UsageError("--params: expected a number of parameters like 7B, found none");
  }
  if (described.active_parameters && *described.active_parameters > described.parameters) {
    throw UsageError("--active: expected no more than --params");
  }
  Network network = described;
  network.name = "A model as described";
  if (network.kv_heads && network.heads && *network.heads % *network.kv_heads != 0) {
    throw UsageError(fmt::format("--kv-heads: expected a number that divides the {} heads, found {}", *network.heads,
                                 *network.kv_heads));
  }
  return network;
}

AskedNetwork asked_network(const std::vector<std::string>& words, const NetworkOptions& options, Session& session) {
  const Catalog& catalog = session.catalog();
  if (words.empty()) {
    if (options.is_given()) return {with_assumed_shape(options.network(), catalog)};
    throw UsageError("name a model, like `gpuadvisor memory llama-3-8b`, or a GPU with --gpu; --list shows the models");
  }
  if (options.is_given()) throw UsageError("--params and the other figures of a shape do not go with a MODEL");
  std::string name;
  for (const std::string& word : words) name += (name.empty() ? "" : " ") + word;
  if (is_model_file(name)) {
    ModelFile file = read_model_file(name);
    if (!file.unknown_family.empty()) complete_unknown(file, catalog);
    const Network network = file.network;
    return {network, std::move(file)};
  }
  const Network* network = typed_network(catalog, name);
  if (network == nullptr) refuse_name(name, catalog);
  if (network != find_network(catalog, name)) {
    session.guess(fmt::format("\"{}\": taken as {}", printable(name), network->name));
  }
  return {with_assumed_shape(*network, catalog), std::nullopt, format_in_name(name)};
}

std::vector<const Network*> networks_with(const std::vector<std::string>& words, const Catalog& catalog) {
  std::vector<std::string_view> wanted;  // "qwen 30b" in quotes is two words
  for (const std::string& text : words) {
    const auto pieces = split(text, ' ');
    std::copy_if(pieces.begin(), pieces.end(), std::back_inserter(wanted),
                 [](std::string_view piece) { return !piece.empty(); });
  }
  std::vector<const Network*> found;
  for (const Network& network : catalog.records<Network>()) {
    const auto texts = listed_texts(network);
    const bool has_all = std::all_of(wanted.begin(), wanted.end(), [&](std::string_view word) {
      return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) { return has_word(text, word); });
    });
    if (has_all) found.push_back(&network);
  }
  return found;
}

}  // namespace gpuadvisor::cli
