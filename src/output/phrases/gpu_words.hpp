#pragma once

#include <span>
#include <string>

#include "gpuadvisor/advice/constraints.hpp"
#include "gpuadvisor/advice/software_support.hpp"
#include "gpuadvisor/catalog/gpu.hpp"

namespace gpuadvisor {

/// "RTX 3090"; "2x RTX 3090" of several.
[[nodiscard]] std::string with_count(int count, const std::string& name);

/// "an RTX 3090", "a Radeon VII"; "2x RTX 3090" of several.
[[nodiscard]] std::string with_article(int count, const std::string& name);

/// What it runs instead of CUDA, "ROCm"; "no CUDA" where that has no name; empty for what runs CUDA.
[[nodiscard]] std::string software_note(const Gpu& gpu);

/// What default constraints that keep a GPU out make of it, which are no verdict on it: "not among the default answers,
/// which are CUDA cards: runs ROCm, not CUDA".
[[nodiscard]] std::string hidden_words(const Gpu& gpu, std::span<const Rejection> rejections, Support in_force);

/// "CUDA", "ROCm"; "CUDA, ending"; "until 2025-08".
[[nodiscard]] std::string software_word(const Gpu& gpu, const SupportStatus& support);

}  // namespace gpuadvisor
