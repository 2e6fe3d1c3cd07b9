#include "network_check.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catalog/records/network_name.hpp"

namespace gpuadvisor {
namespace {

/// What is wrong with the shape itself; empty if nothing.
std::string contradiction(const Network& network) {
  if (network.active_parameters && *network.active_parameters > network.parameters) {
    return "expected active_parameters_m <= parameters_m";
  }
  if (network.kv_heads && network.heads && *network.heads % *network.kv_heads != 0) {
    return fmt::format("expected kv_heads that divide the {} heads, found {}", *network.heads, *network.kv_heads);
  }
  if (network.full_kv_heads && network.full_heads && *network.full_heads % *network.full_kv_heads != 0) {
    return fmt::format("expected full_kv_heads that divide the {} full_heads, found {}", *network.full_heads,
                       *network.full_kv_heads);
  }
  if (network.active_experts && (!network.experts || *network.active_experts > *network.experts)) {
    return "expected active_experts <= experts";
  }
  if (network.training_activations && !network.activations) {
    return R"(expected "activations_m" beside training_activations_m)";
  }
  if (network.windowed_layers && !network.window) return R"(expected a "window" for the windowed layers)";
  if (network.parts.empty()) return {};
  Millions sum;
  for (const NetworkPart& part : network.parts) sum = sum + part.parameters;
  constexpr double k_rounding = 0.005;
  const double ratio = sum.value() / network.parameters.value();
  if (std::abs(ratio - 1) <= k_rounding) return {};
  return fmt::format("expected parts that add up to parameters_m ({}), found {}", network.parameters.value(),
                     sum.value());
}

}  // namespace

void check_networks(const MergedRecords& read, Problems& problems) {
  for (const auto& parsed : read.parsed<Network>()) {
    const auto* network = read.find<Network>(parsed.record.id);
    if (network == nullptr) continue;  // reported already
    if (const auto wrong = contradiction(*network); !wrong.empty()) problems.add(parsed.place, wrong);
  }

  std::map<std::string, std::string_view> owner;  // by folded name
  for (const Network& network : read.records<Network>()) owner.emplace(folded_name(network.id), network.id);
  for (const auto& parsed : read.parsed<Network>()) {
    const Network& record = parsed.record;
    std::vector<std::string_view> names(record.aliases.begin(), record.aliases.end());
    names.push_back(record.name);
    for (const auto name : names) {
      if (name.empty()) continue;  // of a layer that changes other fields
      const auto [known, is_new] = owner.emplace(folded_name(name), record.id);
      if (is_new || known->second == record.id) continue;
      problems.add(parsed.place, fmt::format("\"{}\" already means {}", printable(name), printable(known->second)));
    }
  }
}

}  // namespace gpuadvisor
