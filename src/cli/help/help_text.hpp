#pragma once

#include <span>
#include <string>

#include "described_command.hpp"

namespace gpuadvisor::cli {

/// All options in groups, as `--help` prints them.
[[nodiscard]] std::string full_help(const DescribedCommand& command);

/// Those that most people use, on one screen, as `-h` prints them.
[[nodiscard]] std::string short_help(const DescribedCommand& command);

/// What an option is for and, of many words that it takes, all that are not told so.
[[nodiscard]] std::string meaning_of(const DescribedOption& option);

/// The commands as lines of a help text.
[[nodiscard]] std::string summaries(std::span<const Command> commands);

}  // namespace gpuadvisor::cli
