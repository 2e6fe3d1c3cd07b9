#pragma once

#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "model_name.hpp"

namespace gpuadvisor {

/// The network that a name of the hub, of a re-upload or of Ollama means, where it is not called so itself
/// (find_network): words that leave its shape are left out, as few as can be ("-Instruct", "-2507", "-GGUF",
/// ":32b-q4_K_M"). Every size in the name is one that the network has. A name without its size means a network where no
/// other one is called that and more; of those that are called more and have the size that a name says, the one that
/// is fetched most, else the newest ("llama 70b"). Null where none or several are meant.
[[nodiscard]] const Network* network_meant(const Catalog& catalog, std::string_view name);

/// The member of a family that people mean by the family's name, by the catalog's model names; ":latest" of Ollama says
/// nothing. Null where none is.
[[nodiscard]] const Network* usual_member(const Catalog& catalog, std::string_view name);

/// A network that is as large as a name says which is no more than a size ("70b"): of those that write language the one
/// that is fetched most, else the newest. Null for other names.
[[nodiscard]] const Network* network_of_size(const Catalog& catalog, std::string_view name);

/// The network that a name means: what is called so (find_network), the usual member of a family, what it means
/// otherwise, or one of its size. Null where none or several are meant.
[[nodiscard]] const Network* typed_network(const Catalog& catalog, std::string_view name);

/// Downloads in 30 days under a name; 0 where none are known by the catalog's day.
[[nodiscard]] int counted_downloads(const Catalog& catalog, const ModelName& name);

/// Downloads in 30 days of the name of a network that is fetched most; 0 where none is known by the catalog's day.
[[nodiscard]] int downloads_of(const Catalog& catalog, const Network& network);

/// Whether two networks are one but for how they were trained further, so that one runs like the other: "Qwen3 4B" and
/// "Qwen3 4B 2507".
[[nodiscard]] bool is_tuned_alike(const Network& one, const Network& other);

/// Ids of networks for a name that means none, at most `limit`, the likeliest first: of its family and size, else of
/// its family, else those whose names begin with `name`, give or take a letter, or are spelt nearly so.
[[nodiscard]] std::vector<std::string_view> similar_networks(const Catalog& catalog, std::string_view name,
                                                             std::size_t limit);

}  // namespace gpuadvisor
