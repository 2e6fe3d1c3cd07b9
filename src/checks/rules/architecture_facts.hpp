#pragma once

#include <array>
#include <span>
#include <string_view>

#include "gpuadvisor/catalog/gpu.hpp"

namespace gpuadvisor {

/// What all products of an architecture share. 0 and empty: not known, or it differs.
struct ArchitectureFacts {
  std::string_view vendor;
  std::string_view architecture;
  std::string_view compute_capability;    // where an architecture has several, the one that this is about
  int units_per_matrix_core = 0;          // shader units
  double operations_per_matrix_core = 0;  // 16-bit ones with FP16 accumulation, per clock; an FMA is two
  bool has_matrix_units = true;
};

/// Null when nothing is known of the architecture.
[[nodiscard]] const ArchitectureFacts* architecture_facts(const Gpu& gpu);

/// The compute capabilities of a vendor's architecture; empty when it has none, or is not known.
[[nodiscard]] std::span<const std::string_view> compute_capabilities(std::string_view vendor,
                                                                     std::string_view architecture);

/// Whether the architecture has no matrix units, or the series is made without those of its architecture.
[[nodiscard]] bool has_no_matrix_units(const Gpu& gpu);

/// Whether FP16 products accumulate in FP32 at half the rate: on GeForce boards; of professional ones some do.
enum class HalfRate { always, possible };
[[nodiscard]] HalfRate has_half_rate(const Gpu& gpu);

}  // namespace gpuadvisor
