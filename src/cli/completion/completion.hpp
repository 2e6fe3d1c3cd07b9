#pragma once

#include <span>
#include <string>
#include <string_view>

#include "candidates.hpp"
#include "cli/command.hpp"

namespace gpuadvisor::cli {

/// What may stand at the cursor after `words`, which follow the program's name, where `typed` stands so far: commands,
/// options that are not given yet, or values. Every candidate begins as typed, letter by letter.
[[nodiscard]] Completion completion(std::span<const Command> commands, std::span<const std::string> words,
                                    std::string_view typed);

}  // namespace gpuadvisor::cli
