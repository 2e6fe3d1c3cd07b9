#include "layer_spread.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
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

/// How many layers GPUs have room for. A card needs a part that is always the same and one for each layer.
class LayerSizes {
 public:
  LayerSizes(const Network& network, const MemoryJob& job) : m_layers(layers_on_gpus(network, job)) {
    constexpr int k_several = 2;
    const MemoryNeed all = need_of(network, job, k_several, m_layers);
    const MemoryNeed one = need_of(network, job, k_several, 1);
    m_each = m_layers > 1 ? (all.total - one.total) * (1.0 / (m_layers - 1)) : one.total;
    m_fixed = one.total - m_each;
    m_margin = all.high.value() / all.total.value();
  }

  /// Nothing where they have no room for all.
  [[nodiscard]] std::optional<LayerSpread> spread(std::span<const Gigabytes> usable, FitVerdict verdict) const {
    const double margin = verdict == FitVerdict::fits ? m_margin : 1;
    std::vector<double> rooms;
    for (const Gigabytes one : usable) rooms.push_back(room(one, margin));
    const bool is_enough = std::accumulate(rooms.begin(), rooms.end(), 0.0) >= m_layers;
    return is_enough ? std::optional(LayerSpread{in_proportion(m_layers, rooms), verdict}) : std::nullopt;
  }

 private:
  [[nodiscard]] int room(Gigabytes usable, double margin) const {
    const double free = usable.value() / margin - m_fixed.value();
    return std::clamp(static_cast<int>(free / m_each.value()), 0, m_layers);
  }

  int m_layers;
  Gigabytes m_fixed;
  Gigabytes m_each;
  double m_margin;  // from the middle of the need to its upper end
};

/// The first of these jobs for which there is room, with room to spare before tightly.
std::optional<LayerSpread> first_that_fits(const Network& network, MemoryJob job, std::span<const Gigabytes> usable,
                                           int from, int to) {
  for (const FitVerdict verdict : {FitVerdict::fits, FitVerdict::tight}) {
    for (job.layers_on_host = from; job.layers_on_host <= to; ++job.layers_on_host) {
      auto found = LayerSizes(network, job).spread(usable, verdict);
      if (!found) continue;
      found->layers_on_host = job.layers_on_host;
      return found;
    }
  }
  return std::nullopt;
}

}  // namespace

LayerSpread spread_over(const Network& network, const MemoryJob& job, std::span<const Gigabytes> usable,
                        bool may_use_host) {
  if (auto on_gpus = first_that_fits(network, job, usable, 0, 0)) return *on_gpus;
  if (may_use_host && job.host && job.batch == 1) {
    const int movable = std::min(movable_layers(network), layer_count(network) - 1);
    auto found = first_that_fits(network, job, usable, 1, movable);
    MemoryJob moved = job;
    moved.layers_on_host = found ? found->layers_on_host : 0;
    if (found && host_need(network, moved) <= gpuadvisor::usable(*job.host)) return *found;
  }
  std::vector<double> sizes;
  for (const Gigabytes one : usable) sizes.push_back(one.value());
  return {in_proportion(layer_count(network), sizes), FitVerdict::does_not_fit};
}

FittedJob with_layers(const Network& network, MemoryJob job, int gpus, int layers, FitVerdict verdict) {
  job.gpus = gpus;
  job.layers_here = layers;
  MemoryNeed need = memory_need(network, job);
  return {job, std::move(need), verdict};
}

}  // namespace gpuadvisor
