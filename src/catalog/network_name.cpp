#include "gpuadvisor/catalog/network_name.hpp"

#include <algorithm>
#include <tuple>

#include "gpuadvisor/core/text.hpp"

namespace gpuadvisor {
namespace {

std::string_view without_publisher(std::string_view name) {
  const auto slash = name.rfind('/');
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

/// Calls `visit` with everything that a network is called.
template <class Visit>
void for_each_name(const Network& network, Visit&& visit) {
  visit(network.id);
  visit(network.name);
  for (const auto alias : network.aliases) visit(alias);
}

}  // namespace

std::string folded_name(std::string_view name) {
  std::string folded;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') {
      folded += static_cast<char>(c - 'A' + 'a');
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '+') {
      folded += c;
    }
  }
  return folded;
}

const Network* find_network(const Catalog& catalog, std::string_view name) {
  const std::string wanted = folded_name(without_publisher(name));
  if (wanted.empty()) return nullptr;
  for (const Network& network : catalog.tables().networks) {
    bool is_called_so = false;
    for_each_name(network, [&](std::string_view own) { is_called_so = is_called_so || folded_name(own) == wanted; });
    if (is_called_so) return &network;
  }
  return nullptr;
}

std::vector<std::string_view> similar_networks(const Catalog& catalog, std::string_view name, std::size_t limit) {
  const std::string wanted = folded_name(without_publisher(name));
  std::vector<std::tuple<bool, std::size_t, std::string_view>> near;  // not a beginning, distance, id
  for (const Network& network : catalog.tables().networks) {
    bool begins = false;
    std::size_t distance = wanted.size();
    for_each_name(network, [&](std::string_view own) {
      const std::string folded = folded_name(own);
      begins = begins || (!wanted.empty() && edit_distance(folded.substr(0, wanted.size() + 1), wanted) <= 1);
      distance = std::min(distance, edit_distance(folded, wanted));
    });
    if (begins || distance <= wanted.size() / 3) near.emplace_back(!begins, distance, network.id);
  }
  std::sort(near.begin(), near.end());
  std::vector<std::string_view> ids;
  for (const auto& [rest, distance, id] : near) {
    if (ids.size() < limit) ids.push_back(id);
  }
  return ids;
}

}  // namespace gpuadvisor
