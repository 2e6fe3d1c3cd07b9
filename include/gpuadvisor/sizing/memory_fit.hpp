#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "gpuadvisor/catalog/gpu.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/sizing/memory_need.hpp"

namespace gpuadvisor {

/// What a display takes of the GPU that it is attached to; sources say 0.5 to 1.5 (docs/memory.md#usable-memory).
inline constexpr Gigabytes k_display_memory{1.0};

/// How much of its memory a device leaves to a program.
struct UsableMemory {
  Gibibytes nominal;        // as it is sold
  Gigabytes installed;      // the same
  double share = 1;         // that programs can have
  std::string_view reason;  // why not more, for a sentence
  Gigabytes display;        // what a display takes of that
  Gigabytes usable;         // installed * share - display
  bool is_shared = false;   // with the processor: the machine has no other that could hold what the GPU has no room for
};

/// Of one device of a GPU's board. Nothing where its memory is not known.
/// Source: docs/memory.md#usable-memory.
[[nodiscard]] std::optional<UsableMemory> usable_memory(const Gpu& gpu, bool has_display = false);

/// Of a card of so much memory of which nothing else is known.
[[nodiscard]] UsableMemory usable_memory(Gibibytes nominal, bool has_display = false);

/// The one meaning of these words, whichever command says them (docs/memory.md#verdicts):
/// - fits: the upper end of the need's interval is within the usable memory;
/// - tight: its middle is, and the upper end is not, or not all of the need can be told;
/// - does not fit: the middle is beyond it.
enum class FitVerdict : unsigned char { fits, tight, does_not_fit };

template <>
inline constexpr auto k_enum_names<FitVerdict> = std::to_array<std::string_view>({"fits", "tight", "does-not-fit"});

[[nodiscard]] FitVerdict fit_verdict(const MemoryNeed& need, Gigabytes usable);

}  // namespace gpuadvisor
