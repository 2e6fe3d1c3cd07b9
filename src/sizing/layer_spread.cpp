#include "layer_spread.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "gpuadvisor/sizing/network_shape.hpp"

namespace gpuadvisor {
namespace {

MemoryNeed need_of(const Network& network, MemoryJob job, int gpus, int layers) {
  job.gpus = gpus;
  job.layers_here = layers;
  return memory_need(network, job);
}

/// `total` things in proportion to `sizes`, by largest remainders; equal ones go to the first.
std::vector<int> in_proportion(int total, const std::vector<double>& sizes) {
  const double sum = std::accumulate(sizes.begin(), sizes.end(), 0.0);
  std::vector<int> shares;
  std::vector<std::pair<double, std::size_t>> remainders;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double exact =
        sum > 0 ? total * sizes[i] / sum : static_cast<double>(total) / static_cast<double>(sizes.size());
    shares.push_back(static_cast<int>(exact));
    remainders.emplace_back(shares.back() - exact, i);
  }
  std::sort(remainders.begin(), remainders.end());
  const int left = total - std::accumulate(shares.begin(), shares.end(), 0);
  for (int i = 0; i < left; ++i) ++shares[remainders[static_cast<std::size_t>(i)].second];
  return shares;
}

}  // namespace

LayerSizes::LayerSizes(const Network& network, const MemoryJob& job) : m_layers(layer_count(network)) {
  constexpr int k_several = 2;
  const MemoryNeed all = need_of(network, job, k_several, m_layers);
  const MemoryNeed one = need_of(network, job, k_several, 1);
  m_each = m_layers > 1 ? (all.total - one.total) * (1.0 / (m_layers - 1)) : one.total;
  m_fixed = one.total - m_each;
  m_margin = all.high.value() / all.total.value();
}

int LayerSizes::room(Gigabytes usable, double margin) const {
  const double free = usable.value() / margin - m_fixed.value();
  return std::clamp(static_cast<int>(free / m_each.value()), 0, m_layers);
}

LayerSpread LayerSizes::spread(std::span<const Gigabytes> usable) const {
  for (const auto& [verdict, margin] : {std::pair(FitVerdict::fits, m_margin), std::pair(FitVerdict::tight, 1.0)}) {
    std::vector<double> rooms;
    for (const Gigabytes one : usable) rooms.push_back(room(one, margin));
    const bool is_enough = std::accumulate(rooms.begin(), rooms.end(), 0.0) >= m_layers;
    if (is_enough) return {in_proportion(m_layers, rooms), verdict};
  }
  std::vector<double> sizes;
  for (const Gigabytes one : usable) sizes.push_back(one.value());
  return {in_proportion(m_layers, sizes), FitVerdict::does_not_fit};
}

FittedJob with_layers(const Network& network, MemoryJob job, int gpus, int layers, FitVerdict verdict) {
  job.gpus = gpus;
  job.layers_here = layers;
  MemoryNeed need = memory_need(network, job);
  return {job, std::move(need), verdict};
}

}  // namespace gpuadvisor
