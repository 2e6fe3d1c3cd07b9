#pragma once

#include <vector>

#include "advice/machine/build.hpp"
#include "advice/machine/cluster.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"
#include "report/sheet.hpp"

namespace gpuadvisor {

/// A build, or two that are compared, with everything that the renderers need. Views what it is made from.
struct BuildView {
  CatalogStamp catalog;
  const std::vector<Build>& builds;           // one or two
  const std::vector<BuildComparison>& duels;  // of two
  const std::vector<Warning>& notes;          // on the answer as a whole, such as misnomers
  Depth depth = {};                           // of which facts what belongs below them is told
};

/// For people: whether it works, how fast it is, what it needs and costs. Explained, a section on each fact with what
/// guides say. Two builds side by side. Throws UsageError where the fact asked for is none of these.
[[nodiscard]] Document document_of(const BuildView& view);

template <>
Record<BuildView> description();

/// The mixes of guides for a cluster. Views what it is made from.
struct ClusterView {
  CatalogStamp catalog;
  int gpus = 0;
  const std::vector<const Guide*>& guides;  // asked
  const std::vector<ClusterPlan>& plans;
  const std::vector<ClusterStatement>& rules;
};

[[nodiscard]] Document document_of(const ClusterView& view);

template <>
Record<ClusterView> description();

}  // namespace gpuadvisor
