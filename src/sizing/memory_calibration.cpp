#include "gpuadvisor/sizing/memory_calibration.hpp"

namespace gpuadvisor {

MemoryGroup memory_group(const MemoryJob& job) {
  if (job.task == MemoryTask::run) return MemoryGroup::run;
  if (job.task == MemoryTask::train) return MemoryGroup::train;
  if (job.engine == Engine::unsloth) return MemoryGroup::unsloth_adapters;
  return job.gpus > 1 && job.zero_stage == 3 ? MemoryGroup::sharded_adapters : MemoryGroup::adapters;
}

MemorySpread memory_spread(MemoryGroup group) {
  constexpr auto k_spreads =
      std::to_array<MemorySpread>({{0.985, 1.06}, {0.84, 1.50}, {0.96, 1.44}, {0.86, 1.54}, {0.91, 1.09}});
  return k_spreads[static_cast<std::size_t>(group)];
}

}  // namespace gpuadvisor
