#pragma once

#include <span>
#include <string>

#include "described_command.hpp"

namespace gpuadvisor::cli {

/// All options in groups, as `--help` prints them.
[[nodiscard]] std::string full_help(const DescribedCommand& command);

/// Those that most people use, on one screen, as `-h` prints them.
[[nodiscard]] std::string short_help(const DescribedCommand& command);

/// The commands as lines of a help text.
[[nodiscard]] std::string summaries(std::span<const Command> commands);

}  // namespace gpuadvisor::cli
