#pragma once

#include <optional>
#include <span>
#include <vector>

#include "economics/cluster_counts.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/guide.hpp"

namespace gpuadvisor {

/// A mix of a guide for a cluster of some size. Points into the catalog.
struct ClusterPlan {
  const ClusterMix* mix = nullptr;
  const Guide* guide = nullptr;
  std::vector<std::vector<const Gpu*>> gpus;     // of each part, any of them; null: not in the catalog
  int unit = 1;                                  // GPUs that shares count together: those of a node, or 1
  std::optional<std::vector<PartCount>> counts;  // of each part, in GPUs; absent when none keeps to the shares, and
                                                 // where shares are of the budget
  std::optional<int> next;                       // without counts: the next larger size that has some
};

/// The mixes of `guides` that are for clusters of so many GPUs, in the order of the catalog.
/// Source: docs/builds.md#clusters. Requires gpus >= 1.
[[nodiscard]] std::vector<ClusterPlan> cluster_plans(int gpus, std::span<const Guide* const> guides,
                                                     const Catalog& catalog);

/// A statement of a guide.
struct ClusterStatement {
  const GuideRule* rule = nullptr;
  const Guide* guide = nullptr;
};

/// What these guides say of clusters of so many GPUs, of whatever models, and of builds that are larger than one
/// machine can be; with what holds for boards of any number from 2 on.
[[nodiscard]] std::vector<ClusterStatement> cluster_rules(int gpus, std::span<const Guide* const> guides,
                                                          const Catalog& catalog);

}  // namespace gpuadvisor
