#pragma once

#include <optional>
#include <vector>

#include "gpuadvisor/catalog/gpu.hpp"
#include "gpuadvisor/sizing/memory_fit.hpp"

namespace gpuadvisor {

/// GPUs of one kind in a machine.
struct GpuGroup {
  const Gpu* gpu = nullptr;
  int count = 1;  // boards

  friend bool operator==(const GpuGroup&, const GpuGroup&) = default;
};

/// The GPUs of one machine, or a card of which only the memory is known.
struct Machine {
  std::vector<GpuGroup> kinds;  // different ones; none: only the memory is known
  UsableMemory memory;          // of each; where they differ, of that with the least
  int count = 1;                // all of them
  bool has_display = false;     // the first of them drives one

  /// Of different memory or speed: they share the layers of a network by what each has room for.
  [[nodiscard]] bool is_mixed() const { return kinds.size() > 1; }
  /// What each leaves to programs, in the order of `kinds`. Requires that these are known.
  [[nodiscard]] std::vector<Gigabytes> usable() const;
  [[nodiscard]] Gigabytes together() const;  // the sum of that
};

/// A machine of such GPUs; equal ones are one kind. Nothing where the memory of one of them is not known.
[[nodiscard]] std::optional<Machine> machine_of(const std::vector<GpuGroup>& gpus, bool has_display = false);

}  // namespace gpuadvisor
