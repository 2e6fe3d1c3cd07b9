#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gpuadvisor/catalog/build_rule.hpp"

namespace gpuadvisor {

/// How many of a cluster's units a part of its mix may have, and one choice of them.
struct PartCount {
  int from = 0;  // each number from here
  int to = 0;    // to here can be completed by the other parts
  int chosen = 0;
};

/// The counts of the parts of a mix that sum to `total` and keep to its shares, with as many of the first part as it
/// may have. A guide states shares as whole percents: a share lies in a range when it does so rounded to one, and a
/// single figure also stands for what is cut off to it (66 % for two thirds). Nothing when no counts do.
/// Source: docs/builds.md#clusters. Requires total >= 1 and at least one part.
[[nodiscard]] std::optional<std::vector<PartCount>> cluster_counts(std::span<const MixPart> parts, int total);

}  // namespace gpuadvisor
