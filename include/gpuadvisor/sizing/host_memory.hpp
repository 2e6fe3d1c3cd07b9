#pragma once

#include <optional>
#include <vector>

#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

class Catalog;

/// The memory of the machine that GPUs are in.
struct HostMemory {
  Gibibytes size;
  GigabytesPerSecond bandwidth;  // of all channels together, as its kind promises
};

/// Kinds of memory modules, and how many million transfers per second they usually have at least.
inline constexpr int k_ddr4_megatransfers = 3200;  // the fastest of JESD79-4
inline constexpr int k_ddr5_megatransfers = 5600;  // what desktop processors of 2023 and later are specified for

inline constexpr int k_usual_channels = 2;  // of desktop processors

/// What the system and other programs keep of it; a choice of ours.
inline constexpr Gigabytes k_system_memory{4.0};

/// 8 bytes for each transfer and channel.
[[nodiscard]] constexpr GigabytesPerSecond ram_bandwidth(int megatransfers, int channels) {
  constexpr double k_bytes = 8;
  constexpr double k_per_giga = 1000;
  return GigabytesPerSecond{megatransfers * k_bytes * channels / k_per_giga};
}

/// What usual machines for cards can have, that with the least first (data/hosts.json).
[[nodiscard]] std::vector<HostMemory> memory_to_buy(const Catalog& catalog);

/// The smallest size in which memory is bought that leaves so much to a model; nothing beyond the largest.
[[nodiscard]] std::optional<Gibibytes> memory_size_for(Gigabytes needed);

/// What a model can have of it.
[[nodiscard]] inline Gigabytes usable(const HostMemory& host) { return to_gigabytes(host.size) - k_system_memory; }

}  // namespace gpuadvisor
