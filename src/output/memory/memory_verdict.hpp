#pragma once

#include <string>

#include "memory_view.hpp"

namespace gpuadvisor {

/// What it takes, and what has room for it, in a sentence: "Llama 3 70B in Q4_K_M takes 44.9 GB (43.1 to 46.7): fits a
/// used RTX A6000 (48 GB), about $4,000."
[[nodiscard]] std::string memory_verdict(const MemoryView& view);

/// For which use that is, how fast it is there, and what would do where that is nothing, or just fits.
[[nodiscard]] std::string memory_terms(const MemoryView& view);

}  // namespace gpuadvisor
