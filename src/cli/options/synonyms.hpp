#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"

namespace gpuadvisor::cli {

/// The arguments with options by their own names, where words stand for them that people and other programs use:
/// "--vram 24" is "--min-memory 24", "--json" is "--format json". `knows` tells which options the command has; what it
/// knows itself stays as it is.
[[nodiscard]] std::vector<std::string> without_synonyms(Arguments arguments,
                                                        const std::function<bool(std::string_view)>& knows);

/// What to give instead of an option that no command has; empty where nothing is known.
[[nodiscard]] std::string_view instead_of(std::string_view option);

/// The command that a word stands for, like "validate"; empty where it is none.
[[nodiscard]] std::string_view command_of_word(std::string_view word);

}  // namespace gpuadvisor::cli
