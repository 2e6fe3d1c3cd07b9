#pragma once

#include <vector>

#include "gpuadvisor/catalog/build_rule.hpp"
#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// The most GPUs that an ordinary board holds, and the slots that it leaves for each: figures of the guides' hardware
/// edition (docs/builds.md#slots).
inline constexpr int k_gpus_per_board = 4;
inline constexpr int k_slots_per_gpu = 2;

/// The rules of guides that warn of so many cards of a GPU side by side, with that cooler
/// (docs/builds.md#heat). One card is never warned of. A guide that names the GPU and says that fewer may have any
/// cooler clears what others say of fewer; of one guide's rules only the closest counts: one that names the GPU, else
/// its architecture, else any.
[[nodiscard]] std::vector<const CoolingRule*> cooling_warnings(const Gpu& gpu, Cooling cooling, int adjacent,
                                                               const Catalog& catalog);

/// The slots that cards take on a board.
struct SlotNeed {
  int needed = 0;
  int available = k_gpus_per_board * k_slots_per_gpu;

  [[nodiscard]] bool fits() const { return needed <= available; }
};

/// Of `count` cards `width` slots wide with `spacing` free slots between two of them. Requires count >= 1.
[[nodiscard]] SlotNeed slot_need(int width, int count, int spacing);

}  // namespace gpuadvisor
