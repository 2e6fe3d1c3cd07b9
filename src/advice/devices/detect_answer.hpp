#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "advice/compare/upgrade.hpp"
#include "advice/memory/what_runs.hpp"
#include "device_match.hpp"
#include "devices/detected_gpu.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/scoring/performance.hpp"

namespace gpuadvisor {

/// A GPU of the machine, and what the catalog has of it.
struct FoundGpu {
  DetectedGpu device;
  DeviceMatch match;
};

/// The GPUs that the catalog knows, each kind with its count of boards, in the order in which they were found.
[[nodiscard]] std::vector<GpuGroup> owned_by(const std::vector<FoundGpu>& found);

/// Each detected GPU with its match.
[[nodiscard]] std::vector<FoundGpu> matched(std::vector<DetectedGpu> detected, const Catalog& catalog);

/// How fast a GPU does a kind of work, beside all others of the catalog whose speed is known.
struct SpeedRank {
  const Workload* workload = nullptr;
  Performance performance;
  int slower = 0;  // others that have less
  int others = 0;
};

/// What is asked of the GPUs that were found. Of `runs` and `upgrade` all but the GPU.
struct DetectQuestion {
  std::vector<DetectedGpu> detected;
  WhatRunsQuestion runs;
  UpgradeQuestion upgrade;
};

struct DetectAnswer {
  std::vector<FoundGpu> found;
  std::vector<GpuGroup> owned;
  std::optional<GpuGroup> main;         // of these the fastest for most work, which the rest is about
  std::optional<GpuInstance> instance;  // where those are divided: the largest part, which is what runs a model
  std::vector<SpeedRank> ranks;         // of one of them
  std::optional<WhatRunsAnswer> runs;   // of all of them; none where the memory is not known, or how it is divided
  std::optional<Upgrade> upgrade;       // of one of them

  /// Whether all of the main GPUs are divided, so that nothing runs on one as a whole.
  [[nodiscard]] bool is_divided() const;

  /// The rank for the workload that the question calls the main one; null where its speed is not known.
  [[nodiscard]] const SpeedRank* main_rank() const;
};

/// What a machine has, where that ranks, what it runs, and what is worth buying next. Requires a catalog with a
/// reference card, to which the result points.
[[nodiscard]] DetectAnswer detect_answer(DetectQuestion question, const Catalog& catalog);

}  // namespace gpuadvisor
