#pragma once

#include <map>
#include <string>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// So many others are needed to say what is usual.
inline constexpr std::size_t k_fewest_peers = 4;

using Peers = std::vector<const Gpu*>;

/// GPUs by what `key` makes of each, in the order of the catalog.
template <class Key>
std::map<std::string, Peers> peers_by(const Catalog& catalog, Key key) {
  std::map<std::string, Peers> groups;
  for (const Gpu& gpu : catalog.gpus()) groups[key(gpu)].push_back(&gpu);
  return groups;
}

/// The name of the product line: what stands before the first digit ("NVIDIA GeForce RTX", "AMD Instinct MI").
inline std::string product_line(const Gpu& gpu) {
  const auto digit = gpu.name.find_first_of("0123456789");
  auto line = gpu.name.substr(0, digit);
  while (line.ends_with(' ')) line.remove_suffix(1);
  return std::string(line);
}

}  // namespace gpuadvisor
