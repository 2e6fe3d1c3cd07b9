#pragma once

#include <span>
#include <vector>

#include "memory_limits.hpp"

namespace gpuadvisor {

/// Layers of a network that runs on GPUs of different memory.
struct LayerSpread {
  std::vector<int> layers;  // of each GPU; all of the network's together
  FitVerdict verdict = FitVerdict::does_not_fit;
};

/// How many layers GPUs have room for. A card needs a part that is always the same and one for each layer.
class LayerSizes {
 public:
  /// Requires splits_by_layers() and a job that runs.
  LayerSizes(const Network& network, const MemoryJob& job);

  /// Each GPU holds layers in proportion to those that it has room for, as llama.cpp does by default. Where they do not
  /// have room for all, in proportion to their memory.
  [[nodiscard]] LayerSpread spread(std::span<const Gigabytes> usable) const;

 private:
  [[nodiscard]] int room(Gigabytes usable, double margin) const;

  int m_layers;
  Gigabytes m_fixed;
  Gigabytes m_each;
  double m_margin;  // from the middle of the need to its upper end
};

/// The job of one of several GPUs of different memory, and its need there.
[[nodiscard]] FittedJob with_layers(const Network& network, MemoryJob job, int gpus, int layers, FitVerdict verdict);

}  // namespace gpuadvisor
