#pragma once

#include <span>
#include <vector>

#include "memory_limits.hpp"

namespace gpuadvisor {

/// Layers of a network that runs on GPUs of different memory.
struct LayerSpread {
  std::vector<int> layers;  // of each GPU; all of the network's together
  FitVerdict verdict = FitVerdict::does_not_fit;
  int layers_on_host = 0;  // whose experts, or that as a whole, are in the host's memory; of the parts that each has
};

/// Each GPU holds layers in proportion to those that it has room for, as llama.cpp does by default. Where they do not
/// have room for all, as few as it takes are in the host's memory, if the job has one and `may_use_host`; where that is
/// not enough either, they are in proportion to the memory. Requires splits_by_layers() and a job that runs.
[[nodiscard]] LayerSpread spread_over(const Network& network, const MemoryJob& job, std::span<const Gigabytes> usable,
                                      bool may_use_host = false);

/// The job of one of several GPUs of different memory, and its need there.
[[nodiscard]] FittedJob with_layers(const Network& network, MemoryJob job, int gpus, int layers, FitVerdict verdict);

}  // namespace gpuadvisor
