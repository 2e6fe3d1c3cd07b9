#include "gpuadvisor/scoring/rank_order_weights.hpp"

namespace gpuadvisor {

std::vector<double> rank_order_centroid(std::size_t count) {
  std::vector<double> weights(count);
  double tail = 0;  // sum of 1/i from the current rank to the last
  for (std::size_t rank = count; rank >= 1; --rank) {
    tail += 1.0 / static_cast<double>(rank);
    weights[rank - 1] = tail / static_cast<double>(count);
  }
  return weights;
}

Weights weights_from_order(const PriorityOrder& order) {
  const auto by_rank = rank_order_centroid(order.size());
  Weights weights{};
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    weights[static_cast<std::size_t>(order[rank])] = by_rank[rank];
  }
  return weights;
}

std::optional<PriorityOrder> order_of(const Workload& workload, const Catalog& catalog) {
  std::optional<PriorityOrder> order = workload.order;
  for (const auto part : workload.mean_of) {
    const auto& other = catalog.workload(part)->order;
    if (order && other != order) return std::nullopt;
    order = other;
  }
  return order;
}

Weights weights_of(const Workload& workload, const Catalog& catalog) {
  if (workload.order) return weights_from_order(*workload.order);
  Weights mean{};
  for (std::size_t part = 0; part < workload.mean_of.size(); ++part) {
    const Weights weights = weights_from_order(*catalog.workload(workload.mean_of[part])->order);
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += weights[i] * workload.share(part);
  }
  return mean;
}

}  // namespace gpuadvisor
