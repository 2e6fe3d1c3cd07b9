#pragma once

#include <string>
#include <string_view>

#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// A name as names of networks are compared: letters in lower case, digits, points and plus signs. "Llama 3 70B",
/// "llama-3-70b" and "LLaMA3 70b" fold to the same.
[[nodiscard]] std::string folded_name(std::string_view name);

/// "Llama-3-70B" of "meta-llama/Llama-3-70B".
[[nodiscard]] std::string_view without_publisher(std::string_view name);

/// Calls `visit` with everything that a network is called.
template <class Visit>
void for_each_name(const Network& network, Visit&& visit) {
  visit(network.id);
  visit(network.name);
  for (const auto alias : network.aliases) visit(alias);
}

/// The network that is called so: by its id, its name or an alias, folded, also behind a publisher and a slash
/// ("meta-llama/Llama-3-70B"). Null when none is. What else people type, network_meant() finds.
[[nodiscard]] const Network* find_network(const Catalog& catalog, std::string_view name);

/// Whether `word` is found at the beginning of a word of `text`, both folded: "coder" in "Qwen3-Coder" and in
/// "StarCoder", not in "decoder"; "qwen3-coder" in "Qwen3 Coder 30B"; "2.5" in "Qwen2.5", not in "12.5".
[[nodiscard]] bool has_word(std::string_view text, std::string_view word);

}  // namespace gpuadvisor
