#pragma once

#include <string>

#include "gpuadvisor/catalog/gpu.hpp"
#include "gpuadvisor/core/range.hpp"

namespace gpuadvisor {

/// From the shortest to the longest board of a GPU that is known, of its vendor or of another maker; no ends where none
/// is known.
[[nodiscard]] Range<Millimetres> board_lengths(const Gpu& gpu);

/// "252 to 356 mm long", "267 mm long": what a case must have room for, so that parts of a millimetre count as a whole
/// one; empty where no length is known.
[[nodiscard]] std::string board_length_words(const Gpu& gpu);

}  // namespace gpuadvisor
