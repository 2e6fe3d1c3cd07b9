#pragma once

#include <string>

#include "gpuadvisor/advice/need_in_32_bits.hpp"

namespace gpuadvisor {

/// "8 GB or more for 12 GB at 32 bits".
[[nodiscard]] std::string least_memory_text(const NeedIn32Bits& need);

/// How a need in 32 bits is counted, by whom, and why memory does not halve, in sentences.
[[nodiscard]] std::string need_text(const NeedIn32Bits& need);

}  // namespace gpuadvisor
