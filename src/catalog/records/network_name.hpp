#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// A name as names of networks are compared: letters in lower case, digits, points and plus signs. "Llama 3 70B",
/// "llama-3-70b" and "LLaMA3 70b" fold to the same.
[[nodiscard]] std::string folded_name(std::string_view name);

/// The network that a name means: its id, its name or an alias, folded. A publisher before a slash
/// ("meta-llama/Llama-3-70B") is left out. Null when none is called so.
[[nodiscard]] const Network* find_network(const Catalog& catalog, std::string_view name);

/// Whether `word` is found at the beginning of a word of `text`, both folded: "coder" in "Qwen3-Coder" and in
/// "StarCoder", not in "decoder"; "qwen3-coder" in "Qwen3 Coder 30B"; "2.5" in "Qwen2.5", not in "12.5".
[[nodiscard]] bool has_word(std::string_view text, std::string_view word);

/// Ids of networks whose names begin with `name`, give or take a letter, or are spelt nearly so, at most `limit`, the
/// likeliest first.
[[nodiscard]] std::vector<std::string_view> similar_networks(const Catalog& catalog, std::string_view name,
                                                             std::size_t limit);

}  // namespace gpuadvisor
