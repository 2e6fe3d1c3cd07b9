#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/session.hpp"

namespace gpuadvisor::cli {

/// What stands for the GPUs of this machine wherever GPUs are named.
inline constexpr std::string_view k_local_gpus = "auto";

/// `text` with the GPUs of this machine in place of each "auto" between its plus signs: "2x nvidia-geforce-rtx-3090".
/// Other texts stay as they are. Throws Error where no GPU is found that the catalog knows.
[[nodiscard]] std::string with_local_gpus(std::string_view text, Session& session);

/// The same of words, of which each kind of GPU becomes one, without its count.
[[nodiscard]] std::vector<std::string> with_local_gpus(std::span<const std::string> words, Session& session);

}  // namespace gpuadvisor::cli
